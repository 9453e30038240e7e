import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { readConnections, deleteAll, readPositions, readReferences } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => deleteAll(app));
afterAll(() => app.stop());

const at = (position: string, snippet?: string) => {
  const [key, file, line] = position.split(/[ :]/);
  return { key, file, ...(line && { line_number: Number(line) }), ...(snippet && { snippet }) };
};
const pushPositions = async (positions: readonly string[], commit_sha = 'c0ffee') => {
  const answered = await push(
    app,
    snapshot({ references: positions.map((position) => at(position)), commit_sha }),
  );
  expect(answered.status).toBe(200);
};

describe('a reference (contract §3.2)', () => {
  it('that is absent from the next snapshot becomes stale, and is kept', async () => {
    await pushPositions(['a f:1', 'b f:2'], 'first');
    await pushPositions(['a f:1'], 'second');
    const [a, b] = await readReferences(app);
    expect(a).toMatchObject({ key: 'a', state: 'recorded', lastSeenAt: null, lastSeenCommit: null });
    expect(b).toMatchObject({ key: 'b', state: 'stale', lastSeenCommit: 'first' });
  });

  it('was last seen in the last snapshot that contained it', async () => {
    await pushPositions(['a f:1'], 'first');
    await delay(5);
    await pushPositions(['a f:1'], 'second');
    const [connection] = await readConnections(app);
    await delay(5);
    await pushPositions(['b f:1'], 'third');
    await pushPositions(['b f:1', 'c f:1'], 'fourth');
    expect(await readReferences(app)).toMatchObject([
      { key: 'a', state: 'stale', lastSeenAt: connection!.snapshotAt, lastSeenCommit: 'second' },
      { key: 'b', state: 'recorded' },
      { key: 'c', state: 'recorded' },
    ]);
  });

  it('becomes stale, with all others, when the list is empty', async () => {
    await pushPositions(['a f:1', 'b f:2']);
    await pushPositions([]);
    expect(await readPositions(app, 'stale')).toEqual(['a f:1', 'b f:2']);
    expect(await readPositions(app, 'recorded')).toEqual([]);
  });

  it('that reappears is recorded again and keeps its first-seen time', async () => {
    await pushPositions(['a f:1']);
    const [before] = await readReferences(app);
    await delay(5);
    await pushPositions([]);
    await pushPositions(['A f:1', 'b f:1']);
    const [a, b] = await readReferences(app);
    expect(a).toEqual({ ...before, state: 'recorded', lastSeenAt: null, lastSeenCommit: null });
    expect(b!.firstSeenAt.getTime()).toBeGreaterThan(before!.firstSeenAt.getTime());
  });

  it('that moves to another line is a new one', async () => {
    await pushPositions(['a f:1']);
    await pushPositions(['a f:2']);
    expect([await readPositions(app, 'recorded'), await readPositions(app, 'stale')]).toEqual([
      ['a f:2'],
      ['a f:1'],
    ]);
  });

  it('has the snippet of the last snapshot that contained it', async () => {
    for (const snippet of ['old', 'new', undefined]) {
      await push(app, snapshot({ references: [at('a f:1', snippet)] }));
      expect(await readReferences(app)).toMatchObject([{ state: 'recorded', snippet: snippet ?? null }]);
    }
    await pushPositions([]);
    await push(app, snapshot({ references: [at('a f:1', 'back')] }));
    expect(await readReferences(app)).toMatchObject([{ state: 'recorded', snippet: 'back' }]);
  });

  it('of another repository, provider or project does not become stale', async () => {
    const others = [{ project: 'depot' }, { provider: 'gitlab' }, { repository: 'acme/app' }];
    for (const parts of others) await push(app, snapshot({ ...parts, references: [at('a f:1')] }));
    await pushPositions(['a f:1']);
    await pushPositions([]);
    const { rows } = await app.pool.query('SELECT state FROM code_reference ORDER BY state');
    expect(rows.map(({ state }) => state as string)).toEqual(['recorded', 'recorded', 'recorded', 'stale']);
  });
});

describe('the same snapshot again', () => {
  it('changes no reference, and updates branch, commit and time', async () => {
    await pushPositions(['a f:1', 'b f:1'], 'first');
    const versions = () =>
      app.pool
        .query('SELECT xmin::text, ctid::text FROM code_reference ORDER BY id')
        .then(({ rows }) => rows as object[]);
    const before = await versions();
    const [first] = await readConnections(app);
    await delay(5);
    await push(
      app,
      snapshot({ references: [at('A f:1'), at('b f:1')], branch: 'trunk', commit_sha: 'second' }),
    );
    expect(await versions()).toEqual(before);
    const [second] = await readConnections(app);
    expect(second).toMatchObject({ branch: 'trunk', commit: 'second' });
    expect(second!.snapshotAt!.getTime()).toBeGreaterThan(first!.snapshotAt!.getTime());
    await pushPositions([], 'third');
    expect(await readReferences(app)).toMatchObject([
      { lastSeenCommit: 'second' },
      { lastSeenCommit: 'second' },
    ]);
  });

  it('matches variables that were created meanwhile', async () => {
    await pushPositions(['later f:1']);
    await app.pool.query(
      `INSERT INTO variable (id, feature_id, project_id, slug, type)
       SELECT gen_random_uuid(), feature_id, project_id, 'later', 'boolean' FROM variable WHERE slug = 'checkout-enabled'`,
    );
    const { body } = await push(app, snapshot({ references: [at('later f:1')] }));
    expect(body).toEqual({ accepted: 1, matched: 1, unknown_keys: [] });
  });

  it('does not change the rows of references that stayed when others are new', async () => {
    await pushPositions(['a f:1', 'b f:1']);
    const version = () =>
      app.pool
        .query(`SELECT xmin::text FROM code_reference WHERE key = 'a'`)
        .then(({ rows }) => rows as object[]);
    const before = await version();
    await pushPositions(['c f:1', 'a f:1']);
    expect(await version()).toEqual(before);
  });
});

describe('any sequence of snapshots', () => {
  const position = fc
    .tuple(fc.constantFrom('a', 'b', 'A', 'é'), fc.constantFrom('f', 'g'), fc.constantFrom('', ':1', ':2'))
    .map((parts) => `${parts[0]} ${parts[1]}${parts[2]}`);
  const sequence = fc.array(fc.array(position, { maxLength: 6 }), { minLength: 1, maxLength: 6 });

  it('leaves the references of the last one recorded and the others stale, first seen when they were first sent', async () => {
    const normal = (entry: string) => entry.toLowerCase().replace(/^([^:]*)$/, '$1:');
    await fc.assert(
      fc.asyncProperty(sequence, async (snapshots) => {
        await deleteAll(app);
        const firstSeen = new Map<string, number>();
        for (const positions of snapshots) {
          await pushPositions(positions);
          const [connection] = await readConnections(app);
          const time = connection!.snapshotAt!.getTime();
          for (const entry of positions.map(normal)) {
            if (!firstSeen.has(entry)) firstSeen.set(entry, time);
          }
        }
        const last = new Set(snapshots.at(-1)!.map(normal));
        const expected = [...firstSeen].map(([entry, time]) => ({
          entry,
          time,
          state: last.has(entry) ? 'recorded' : 'stale',
        }));
        const stored = (await readReferences(app)).map(({ key, file, line, state, firstSeenAt }) => ({
          entry: `${key} ${file}:${line ?? ''}`,
          time: firstSeenAt.getTime(),
          state,
        }));
        expect(new Set(stored)).toEqual(new Set(expected));
        expect(stored).toHaveLength(expected.length);
      }),
      { numRuns: 40 },
    );
  });
});
