import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { createRegistry } from '@bunting/observability';
import { createEvaluationRollUp, rollUpEvaluations } from '../../src/evaluation-counts/roll-up.ts';
import { rollUpOnce } from '../../src/roll-ups/roll-up.ts';
import { registerRollUpMetrics } from '../../src/roll-ups/start-roll-up.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { readingCounts } from './reading-counts.ts';
import {
  ageEnvironments,
  emptyCounts,
  readEnvironmentId,
  readIds,
  storeBatch,
  storeRow,
} from './stored-batches.ts';

const app = useApp({ document: organisations });
const warnings: object[] = [];
const log = { warn: (line: object) => void warnings.push(line) };
const layout = 'checkout-layout';
const variable = '01a1fd21-39ee-723a-ad11-b56754f26431';
const times = { beginsAt: '2026-11-01T10:00:00Z', endsAt: '2026-11-01T10:01:00Z' };

beforeEach(async () => {
  warnings.length = 0;
  await app.pool.query(emptyCounts);
  await ageEnvironments(app.pool);
});

const rollUp = async () => expect(await rollUpEvaluations(app.pool, log, 60_000)).toBe(true);

const { rowsOf, total, left, countedSince } = readingCounts(app);

describe('the roll-up of evaluation counts', () => {
  it('adds a cell to its hour, its day and for ever, with the times of its batches', async () => {
    const cells = [{ variable: layout, count: 3 }];
    await storeBatch(app.pool, { cells, beginsAt: '2026-11-01T10:58:30Z', endsAt: '2026-11-01T10:59:30Z' });
    await rollUp();
    await storeBatch(app.pool, { cells, beginsAt: '2026-11-01T10:59:30Z', endsAt: '2026-11-01T11:00:00Z' });
    await storeBatch(app.pool, { cells, beginsAt: '2026-11-01T11:00:00Z', endsAt: '2026-11-01T11:01:00Z' });
    await rollUp();
    const firstAt = new Date('2026-11-01T10:58:30Z');
    const lastAt = new Date('2026-11-01T11:01:00Z');
    expect(await rowsOf()).toEqual([
      { span: 'day', begins_at: new Date('2026-11-01'), count: '9', first_at: firstAt, last_at: lastAt },
      { span: 'ever', begins_at: new Date(0), count: '9', first_at: firstAt, last_at: lastAt },
      {
        span: 'hour',
        begins_at: new Date('2026-11-01T10:00Z'),
        count: '6',
        first_at: firstAt,
        last_at: new Date('2026-11-01T11:00:00Z'),
      },
      {
        span: 'hour',
        begins_at: new Date('2026-11-01T11:00Z'),
        count: '3',
        first_at: new Date('2026-11-01T11:00:00Z'),
        last_at: lastAt,
      },
    ]);
    expect(await left()).toBe(0);
  });

  it('keeps environments, variables, variations, reasons and named from all apart', async () => {
    await storeBatch(app.pool, {
      cells: [
        { variable: layout, variation: 'off' },
        { variable: layout, variation: 'one-page' },
        { variable: layout, variation: null, reason: 'targeting_disabled' },
        { variable: layout, variation: 'off', reason: 'targeting_rule_matched' },
        { variable: layout, variation: 'off', asked: 'all' },
        { variable: 'checkout-enabled', variation: 'off' },
      ],
    });
    await storeBatch(app.pool, { environment: 'staging', cells: [{ variable: layout, variation: 'off' }] });
    await rollUp();
    expect(await rowsOf(`span = 'ever'`)).toHaveLength(7);
    const { variableId } = await readIds(app.pool, layout, null);
    expect(
      await total(
        `span = 'ever' AND variable_id = '${variableId}' AND variation_id = '${'0'.repeat(32)}'::uuid`,
      ),
    ).toBe(1);
  });

  it('sets since when an environment is counted: the beginning of its first batch, also where that is empty', async () => {
    await storeBatch(app.pool, { beginsAt: '2026-11-01T10:30:00Z' });
    await storeBatch(app.pool, { beginsAt: '2026-11-01T10:15:00Z' });
    await rollUp();
    expect(await countedSince('production')).toBe('2026-11-01T10:15:00.000Z');
    expect(await countedSince('staging')).toBeNull();
    await storeBatch(app.pool, { beginsAt: '2026-11-02T10:00:00Z' });
    await storeBatch(app.pool, { beginsAt: '2026-11-01T10:05:00Z' }); // another process, later stored
    await rollUp();
    expect(await countedSince('production')).toBe('2026-11-01T10:05:00.000Z');
  });

  it('counts every batch exactly once, with three at a time while batches come and passes are broken off', async () => {
    const writers = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 15; round += 1) {
        await storeBatch(app.pool, {
          environment: round % 2 === 0 ? 'production' : 'staging',
          cells: [{ variable: layout, count: 2 }, { variable: 'checkout-enabled' }],
          unknown: [['old-flag', 1]],
        });
      }
    });
    let isStoring = true;
    let passes = 0;
    const rollUps = Array.from({ length: 3 }, async () => {
      while (isStoring) {
        const whole = createEvaluationRollUp(log);
        const takeBatches: typeof whole.takeBatches = async (client) => {
          const taken = await whole.takeBatches(client);
          passes += 1;
          if (passes % 3 === 1) throw new Error('broken off');
          return taken;
        };
        await rollUpOnce(app.pool, { ...whole, takeBatches }, 50).catch((error: Error) =>
          expect(error.message).toBe('broken off'),
        );
      }
    });
    await Promise.all(writers).finally(() => (isStoring = false));
    await Promise.all(rollUps);
    await rollUp();
    expect(passes).toBeGreaterThan(0);
    for (const span of ['hour', 'day', 'ever']) expect(await total(`span = '${span}'`)).toBe(4 * 15 * 3);
    const { rows } = await app.pool.query<{ sum: string }>('SELECT sum(count) FROM unknown_key');
    expect(Number(rows[0]!.sum)).toBe(60);
  });

  it('takes as many passes as it needs: batches of 5,000 cells and hundreds of small ones', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    for (let batch = 0; batch < 12; batch += 1) {
      const cells = Array.from({ length: 5_000 }, () => [newId(), newId(), 0, 0, 1]);
      await storeRow(app.pool, { environmentId, ...times, cells, unknown: [] });
    }
    await app.pool.query(
      `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, cells, "unknown")
       SELECT gen_random_uuid(), $1, $2, $3, '[]', '[["key", 1]]' FROM generate_series(1, 450)`,
      [environmentId, times.beginsAt, times.endsAt],
    );
    const once = await rollUpOnce(app.pool, createEvaluationRollUp(log), 1_000);
    expect(once).toMatchObject({ isLast: false });
    expect(await left()).toBeGreaterThan(200);
    await rollUp();
    expect(await left()).toBe(0);
    expect(await total(`span = 'ever'`)).toBe(60_000);
    expect(warnings).toEqual([]);
  });

  it('drops batches of environments that are gone', async () => {
    const { variableId } = await readIds(app.pool, layout, null);
    const environmentId = newId();
    const cells = [[variableId, null, 0, 0, 1]];
    await storeRow(app.pool, { environmentId, ...times, cells, unknown: [['key', 1]] });
    await storeBatch(app.pool, { cells: [{ variable: layout }] });
    await rollUp();
    expect(await left()).toBe(0);
    expect(await total(`span = 'ever'`)).toBe(1);
    expect((await app.pool.query('SELECT FROM unknown_key')).rowCount).toBe(0);
  });

  it('leaves batches of a format that it does not know to the release that does, and takes the others', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    await storeRow(app.pool, { environmentId, ...times, format: 3, cells: { new: 'form' }, unknown: {} });
    await storeBatch(app.pool, { cells: [{ variable: layout }] });
    await rollUp();
    expect(await left()).toBe(1);
    expect(await total(`span = 'ever'`)).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('moves times of a wrong clock to when the environment was created, or to now', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    const { variableId } = await readIds(app.pool, layout, null);
    const cells = [[variableId, null, 0, 0, 1]];
    const before = Date.now();
    await storeRow(app.pool, {
      environmentId,
      beginsAt: '-infinity',
      endsAt: 'infinity',
      cells,
      unknown: [],
    });
    await storeRow(app.pool, {
      environmentId,
      beginsAt: '2999-01-01',
      endsAt: '1970-01-01',
      cells,
      unknown: [],
    });
    await rollUp();
    const [ever] = await rowsOf(`span = 'ever'`);
    expect(ever).toMatchObject({ count: '2', first_at: new Date('2020-01-01') });
    expect(ever!.last_at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect(ever!.last_at.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await rowsOf('begins_at > now()')).toEqual([]);
    expect(await countedSince('production')).toBe('2020-01-01T00:00:00.000Z');
  });

  it('gives way to a change that has the lock of the environment, and is done when that has ended', async () => {
    await storeBatch(app.pool, { cells: [{ variable: layout }] });
    const change = await app.pool.connect();
    try {
      await change.query('BEGIN');
      await change.query('SELECT FROM environment FOR UPDATE');
      expect(await rollUpOnce(app.pool, createEvaluationRollUp(log), 1_000)).toBeUndefined();
      expect(await left()).toBe(1);
      expect(await total('true')).toBe(0);
    } finally {
      await change.query('COMMIT');
      change.release();
    }
    await rollUp();
    expect(await total(`span = 'ever'`)).toBe(1);
  });

  it('is not stopped by rows that nobody wrote, whatever is in them', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    const deep = '['.repeat(2_000) + ']'.repeat(2_000);
    const hostile: [cells: unknown, unknown: unknown][] = [
      [{ a: 1 }, 'null'],
      [[['x', null, 0, 0, 1]], []],
      [`[["${variable}", null, 0, 0, 1e999]]`, []],
      [deep, deep],
      [[], '[["a\\u0000b", 1], ["\\ud800", 1]]'],
      [`[${'[],'.repeat(1_000_000)}[]]`, []],
    ];
    for (const [cells, unknown] of hostile) {
      await storeRow(app.pool, { environmentId, ...times, cells, unknown });
    }
    await storeBatch(app.pool, { cells: [{ variable: layout }], unknown: [['old-flag', 1]] });
    await rollUp();
    expect(await left()).toBe(0);
    expect(await total(`span = 'ever'`)).toBe(1);
    expect((await app.pool.query('SELECT FROM unknown_key')).rowCount).toBe(1);
    expect(warnings).toMatchObject([{ of: hostile.length, batches: hostile.map(() => ({})) }]);
  });

  it('ends sums at the greatest whole number that JavaScript can hold', async () => {
    const environmentId = await readEnvironmentId(app.pool, 'production');
    const cells = [[variable, null, 0, 0, Number.MAX_SAFE_INTEGER]];
    const unknown = [['key', Number.MAX_SAFE_INTEGER]];
    for (const pass of [1, 2]) {
      for (const _row of [1, 2]) await storeRow(app.pool, { environmentId, ...times, cells, unknown });
      await rollUp();
      expect({ pass, ever: await total(`span = 'ever'`) }).toEqual({ pass, ever: Number.MAX_SAFE_INTEGER });
    }
  });

  it('has a metric with the age of the oldest counts that are not rolled up', async () => {
    const registry = createRegistry({ withProcessMetrics: false });
    const lag = async () =>
      Number(/^bunting_evaluation_rollup_lag_seconds (.*)$/m.exec(await registry.metrics())![1]);
    registerRollUpMetrics(registry, app.pool, () => Date.now() + 60_000);
    expect(await lag()).toBe(0);
    await storeBatch(app.pool, {});
    expect(await lag()).toBeGreaterThanOrEqual(60);
    await rollUp();
    expect(await lag()).toBe(0);
  });
});
