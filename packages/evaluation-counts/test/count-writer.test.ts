import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { readStoredCells, readStoredUnknownKeys } from '../src/index.ts';
import { startCountingProcess } from './counting-process.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 22, 12);
const [first, second] = [newId(), newId()];

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});
beforeEach(() => pool.query('DELETE FROM evaluation_batch'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

interface Row {
  readonly environment: 1 | 2;
  readonly minutes: readonly [number, number];
  readonly count: number;
  readonly unknown: number;
}

/** Reads the stored rows, with times in minutes since noon. */
async function stored(): Promise<Row[]> {
  const { rows } = await pool.query<{
    environment_id: string;
    begins_at: Date;
    ends_at: Date;
    cells: unknown;
    unknown: unknown;
  }>(
    'SELECT environment_id, begins_at, ends_at, cells, unknown FROM evaluation_batch ORDER BY begins_at, id',
  );
  const minutes = (time: Date) => Math.round((time.getTime() - noon) / minute);
  return rows.map((row) => ({
    environment: row.environment_id === first ? 1 : 2,
    minutes: [minutes(row.begins_at), minutes(row.ends_at)],
    count: readStoredCells(row.cells).reduce((sum, cell) => sum + cell[4], 0),
    unknown: readStoredUnknownKeys(row.unknown).reduce((sum, [, count]) => sum + count, 0),
  }));
}
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { count }) => sum + count, 0);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
function startProcess(options: { at?: number; isDisabled?: boolean } = {}) {
  const process = startCountingProcess({ at: noon, pool, ...options });
  closing.push(() => process.close());
  return process;
}

describe('counts', () => {
  it('are stored every minute, in one statement for all environments, without those of which nothing was asked', async () => {
    const process = startProcess();
    process.hold(first);
    process.hold(second);
    process.evaluate(first);
    process.evaluate(second);
    await process.pass(1_000);
    const reported = process.statements();
    process.evaluate(first, 3);
    process.evaluate(second, 4);
    await process.pass(67_000);
    expect(process.statements() - reported).toBe(1);
    process.evaluate(first, 5);
    await process.pass(67_000);
    expect(process.statements() - reported).toBe(2);
    expect((await stored()).map(({ environment, count }) => [environment, count])).toEqual([
      [1, 1],
      [2, 1],
      [1, 3],
      [2, 4],
      [1, 5],
    ]);
  });

  it('of an environment that this process has told nothing of are stored within a second', async () => {
    const process = startProcess();
    process.hold(first);
    await process.pass(10_000);
    expect(process.statements()).toBe(0);
    process.evaluate(first);
    process.hold(second);
    process.counts.addUnknownKey(second, { key: 'typo', count: 1, isPublic: false });
    await process.pass(1_000);
    expect((await stored()).toSorted((a, b) => a.environment - b.environment)).toMatchObject([
      { environment: 1, count: 1 },
      { environment: 2, count: 0, unknown: 1 },
    ]);
    process.evaluate(first);
    await process.pass(10_000);
    expect(process.statements()).toBe(1);
  });

  it('are cut at each full hour, of which an environment without any has an empty batch', async () => {
    const process = startProcess({ at: noon - 30_000 });
    process.hold(first);
    process.hold(second);
    process.evaluate(first);
    await process.pass(30_500);
    expect(await stored()).toMatchObject([
      { environment: 1, count: 1 },
      { environment: 2, minutes: [-0, 0], count: 0 },
    ]);
    await process.pass(hour, minute);
    await process.pass(1_000);
    expect((await stored()).slice(2)).toEqual([
      { environment: 1, minutes: [0, 60], count: 0, unknown: 0 },
      { environment: 2, minutes: [0, 60], count: 0, unknown: 0 },
    ]);
  });

  it('of an environment that is dropped are stored', async () => {
    const process = startProcess();
    process.hold(first);
    process.evaluate(first, 3);
    process.drop(first);
    await process.pass(70_000);
    expect(await stored()).toMatchObject([{ count: 3 }]);
  });

  it('are stored when the process ends', async () => {
    const process = startProcess();
    process.hold(first);
    process.evaluate(first, 2);
    await process.close();
    expect(await stored()).toMatchObject([{ count: 2 }]);
  });

  it('are stored nowhere when that is switched off, but summed', async () => {
    const process = startProcess({ isDisabled: true });
    process.hold(first);
    process.evaluate(first, 2);
    await process.pass(2 * minute, minute);
    await process.close();
    expect([process.statements(), await stored()]).toEqual([0, []]);
    expect(await process.metric('bunting_evaluations_total{reason="default_variation"}')).toBe(2);
  });
});

describe('while PostgreSQL is away', () => {
  it('ten minutes are added up, and nothing is lost', async () => {
    const process = startProcess();
    process.hold(first);
    process.evaluate(first);
    await process.pass(1_000);
    process.setLink('away');
    for (let n = 0; n < 10; n++) {
      process.evaluate(first, 10);
      await process.pass(minute, 10_000);
    }
    expect(sumOf(await stored())).toBe(1);
    expect(process.warnings).toEqual(['Storing evaluation counts failed; keeping them in memory']);
    process.setLink('up');
    await process.pass(2 * minute, 10_000);
    const rows = await stored();
    expect(sumOf(rows)).toBe(101);
    // The environment that reports at once, the first attempt, and everything after it.
    expect(rows.length).toBeLessThanOrEqual(4);
  });

  it('hours stay apart', async () => {
    const process = startProcess({ at: noon - 2 * minute });
    process.hold(first);
    process.evaluate(first);
    await process.pass(1_000);
    process.setLink('away');
    for (let n = 0; n < 6; n++) {
      process.evaluate(first);
      await process.pass(minute, 10_000);
    }
    process.setLink('up');
    await process.pass(2 * minute, 10_000);
    const rows = await stored();
    expect(sumOf(rows)).toBe(7);
    for (const { minutes } of rows) expect(Math.sign(minutes[0] + 0.5)).toBe(Math.sign(minutes[1] - 0.5));
  });

  it('counts beyond 200,000 cells are dropped, and told; sums by reason go on', async () => {
    const process = startProcess();
    process.hold(first);
    process.setLink('away');
    const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const count = { variationId: null, reason: 0, asked: 0, count: 2 } as const;
    for (let n = 0; n < 200_001; n++) process.counts.add(first, { ...count, variableId: idOf(n) });
    expect(await process.metric('bunting_evaluation_counts_dropped_total')).toBe(2);
    expect(await process.metric('bunting_evaluations_total{reason="targeting_rule_matched"}')).toBe(400_002);
    process.setLink('up');
    // Not with its end, which waits two seconds for it: a busy machine may take longer.
    await process.pass(2 * minute, 10_000);
    const inDatabase = async () => {
      const { rows } = await pool.query<{ batches: number; cells: number | null }>(
        'SELECT count(*)::int AS batches, sum(json_array_length(cells))::int AS cells FROM evaluation_batch',
      );
      return rows[0]!;
    };
    await until(async () => (await inDatabase()).cells === 200_000);
    expect(await inDatabase()).toEqual({ batches: 40, cells: 200_000 });
  });

  it('the end of the process waits two seconds for it, at most', async () => {
    const process = startProcess();
    process.hold(first);
    process.evaluate(first);
    process.setLink('silent');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'setImmediate'] });
    const closed = process.close();
    await until(() => process.statements() > 0);
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    await closed;
    expect(process.warnings).toEqual(['The last evaluation counts were lost']);
  });
});

describe('a statement of which nobody knows whether it was done', () => {
  it('is tried again with the same rows, which count once', async () => {
    const process = startProcess();
    process.hold(first);
    process.evaluate(first, 3);
    process.setLink('cut');
    await process.pass(1_000);
    process.evaluate(first, 4);
    await process.pass(2 * minute, 10_000);
    expect(sumOf(await stored())).toBe(3);
    process.setLink('up');
    await process.pass(2 * minute, 10_000);
    expect(sumOf(await stored())).toBe(7);
  });
});

it('sums by reason never go back, whatever is stored meanwhile', async () => {
  const process = startProcess();
  process.hold(first);
  const line = 'bunting_evaluations_total{reason="default_variation"}';
  process.evaluate(first, 2);
  expect(await process.metric(line)).toBe(2);
  await process.pass(1_000);
  process.counts.addUnknownKey(first, { key: 'typo', count: 3, isPublic: true });
  process.evaluate(first);
  expect(await process.metric(line)).toBe(3);
  await process.pass(2 * minute, minute);
  expect(await process.metric(line)).toBe(3);
  expect(await process.metric('bunting_evaluations_total{reason="variable_not_found"}')).toBe(3);
});
