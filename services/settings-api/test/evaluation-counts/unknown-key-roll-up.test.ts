import { beforeEach, describe, expect, it } from '@jest/globals';
import { rollUpEvaluations } from '../../src/evaluation-counts/roll-up.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { readingCounts } from './reading-counts.ts';
import { ageEnvironments, emptyCounts, readEnvironmentId, storeBatch, storeRow } from './stored-batches.ts';

const app = useApp({ document: organisations });
const times = { beginsAt: '2026-11-01T10:00:00Z', endsAt: '2026-11-01T10:01:00Z' };
const log = {
  warn: (line: object) => {
    throw new Error(JSON.stringify(line));
  },
};

beforeEach(async () => {
  await app.pool.query(emptyCounts);
  await ageEnvironments(app.pool);
});

const rollUp = async () => expect(await rollUpEvaluations(app.pool, log, 60_000)).toBe(true);

const { left } = readingCounts(app);

describe('the roll-up of unknown keys', () => {
  it('adds them up', async () => {
    const beginsAt = '2026-11-01T10:00:00Z';
    await storeBatch(app.pool, { beginsAt, endsAt: '2026-11-01T10:01:00Z', unknown: [['old-flag', 2]] });
    await storeBatch(app.pool, {
      beginsAt: '2026-11-01T10:01:00Z',
      endsAt: '2026-11-01T10:02:00Z',
      unknown: [
        ['old-flag', 3],
        ['(other)', 7],
      ],
    });
    await rollUp();
    const { rows } = await app.pool.query(
      'SELECT key, count, first_at, last_at FROM unknown_key ORDER BY key',
    );
    const last_at = new Date('2026-11-01T10:02:00Z');
    expect(rows).toEqual([
      { key: '(other)', count: '7', first_at: new Date('2026-11-01T10:01:00Z'), last_at },
      { key: 'old-flag', count: '5', first_at: new Date(beginsAt), last_at },
    ]);
  });

  it('keeps when one was last asked for with another key than a client key, if it was', async () => {
    const minutes = ['2026-11-01T10:00:00Z', '2026-11-01T10:01:00Z', '2026-11-01T10:02:00Z'] as const;
    await storeBatch(app.pool, { beginsAt: minutes[0], endsAt: minutes[1], unknown: [['both', 1, 0]] });
    await storeBatch(app.pool, {
      beginsAt: minutes[1],
      endsAt: minutes[2],
      unknown: [
        ['both', 2, 1],
        ['of-clients', 3, 1],
        ['of-an-older-release', 4],
      ],
    });
    await rollUp();
    await storeBatch(app.pool, { beginsAt: minutes[1], endsAt: minutes[2], unknown: [['both', 5, 1]] });
    await rollUp();
    const { rows } = await app.pool.query('SELECT key, count, server_last_at FROM unknown_key ORDER BY key');
    expect(rows).toEqual([
      { key: 'both', count: '8', server_last_at: new Date(minutes[1]) },
      { key: 'of-an-older-release', count: '4', server_last_at: new Date(minutes[2]) },
      { key: 'of-clients', count: '3', server_last_at: null },
    ]);
  });

  it('takes batches of the format before', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    await storeRow(app.pool, { environmentId, ...times, format: 1, cells: [], unknown: [['key', 1]] });
    await rollUp();
    expect(await left()).toBe(0);
    expect((await app.pool.query('SELECT FROM unknown_key')).rowCount).toBe(1);
  });
});
