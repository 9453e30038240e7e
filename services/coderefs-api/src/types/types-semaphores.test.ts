import { describe, expect, it } from '@jest/globals';
import { createTypesSemaphores, maxWaitingTypes } from './types-semaphores.ts';

const turn = () => new Promise(setImmediate);

describe('the semaphores of types', () => {
  it('run one request of an organisation at a time, and refuse what has no room to wait', async () => {
    const limit = createTypesSemaphores();
    const ends: (() => void)[] = [];
    const running = (organisation: string) =>
      limit.run(organisation, () => new Promise<void>((resolve) => ends.push(resolve)));
    const all = Array.from({ length: 1 + maxWaitingTypes }, () => running('a'));
    await turn();
    expect(ends).toHaveLength(1);
    await expect(running('a')).rejects.toMatchObject({ status: 429, code: 'too_many_type_requests' });
    const other = running('b');
    await turn();
    expect(ends).toHaveLength(2);
    for (let n = 0; n < 2 + maxWaitingTypes; n += 1) {
      ends[n]?.();
      await turn();
    }
    await Promise.all([...all, other]);
  });

  it('run two in all, and go on after a failure', async () => {
    const limit = createTypesSemaphores();
    const ends: (() => void)[] = [];
    const all = ['a', 'b', 'c'].map((organisation) =>
      limit.run(
        organisation,
        () => new Promise<void>((_, reject) => ends.push(() => reject(new Error('broken')))),
      ),
    );
    const settled = Promise.allSettled(all);
    await turn();
    expect(ends).toHaveLength(2);
    ends[0]!();
    await turn();
    expect(ends).toHaveLength(3);
    ends[1]!();
    ends[2]!();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
