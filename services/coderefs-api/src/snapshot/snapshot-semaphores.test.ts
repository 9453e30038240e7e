import { describe, expect, it } from '@jest/globals';
import { createSnapshotSemaphores } from './snapshot-semaphores.ts';

const turn = () => new Promise(setImmediate);

describe('snapshots of an organisation', () => {
  it('are stored one at a time, and do not delay those of other organisations', async () => {
    const semaphores = createSnapshotSemaphores(4);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const store = (organisation: string, repository: string) =>
      semaphores.store(organisation, `${organisation}/${repository}`, () => {
        begun.push(`${organisation}/${repository}`);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ['one', 'two', 'three', 'four', 'five'].map((repository) => store('acme', repository));
    all.push(store('globex', 'one'), store('initech', 'one'));
    await turn();
    expect(begun).toEqual(['acme/one', 'globex/one', 'initech/one']);
    for (let n = 0; n < ends.length; n += 1) {
      ends[n]!();
      await turn();
      await turn();
    }
    expect(begun).toHaveLength(7);
    await Promise.all(all);
  });
});
