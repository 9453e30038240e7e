import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { readConnections, deleteAll, readPositions } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const referencesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    key: n % 3 === 0 ? `both-${n}` : `${name}-${n}`,
    file: 'src/a.ts',
    line_number: n + 1,
  }));
const positionsIn = (references: ReturnType<typeof referencesOf>) =>
  references.map(({ key, file, line_number }) => `${key} ${file}:${line_number}`).toSorted();

describe('two snapshots of one repository at once (decisions §4)', () => {
  it('are applied one after the other, 50 times: what is recorded is one of them, never a mixture', async () => {
    const left = referencesOf('left', 60);
    const right = referencesOf('right', 90);
    for (let round = 0; round < 50; round++) {
      // Every other time the repository does not exist yet, and both requests create it.
      if (round % 2 === 0) await deleteAll(app);
      const answers = await Promise.all([
        push(app, snapshot({ references: left, commit_sha: 'left' })),
        push(app, snapshot({ references: right, commit_sha: 'right', repository: 'Acme/Web' })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const connections = await readConnections(app);
      expect(connections).toHaveLength(1);
      const last = connections[0]!.commit === 'left' ? left : right;
      const recorded = await readPositions(app, 'recorded', connections[0]!.repository);
      expect(recorded.toSorted()).toEqual(positionsIn(last));
    }
  });
});
