import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool, withTransaction } from '@bunting/database';
import { createLogger, createRegistry } from '@bunting/observability';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { startRetention, removeOldest, trimBatch, type Retention } from '@bunting/retention';

const hourMs = 60 * 60 * 1000;
const retention: Retention = {
  rows: 'verifications',
  keepMs: hourMs,
  remove: removeOldest({ table: 'verification', time: 'expires_at' }),
};

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query('TRUNCATE verification, consumed_trace'));

/** Adds `count` rows that expired so many hours ago. */
async function add(name: string, hoursAgo: number, count = 1): Promise<void> {
  await pool.query(
    `INSERT INTO verification (id, identifier, value, expires_at, updated_at)
     SELECT gen_random_uuid(), $1 || n, '', now() - $2 * interval '1 hour' + n * interval '1 millisecond', now()
     FROM generate_series(1, $3::int) AS n`,
    [name, hoursAgo, count],
  );
}

async function left(): Promise<string[]> {
  const { rows } = await pool.query<{ identifier: string }>(
    'SELECT identifier FROM verification ORDER BY expires_at',
  );
  return rows.map(({ identifier }) => identifier);
}

/** Runs until `isDone`, then stops. */
async function trim(
  isDone: () => Promise<boolean>,
  options: { retentions?: readonly Retention[]; rowsAtOnce?: number } = {},
) {
  const { retentions = [retention], ...batches } = options;
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLogger({ service: 'test', level: 'info', destination: { write } });
  const registry = createRegistry({ withProcessMetrics: false });
  const end = startRetention({ pool, retentions, registry, log, everyMs: 50, ...batches });
  try {
    await until(isDone);
  } finally {
    await end();
  }
  return { lines, metrics: await registry.metrics() };
}

const isEmpty = async () => (await left()).length === 0;

describe('a batch', () => {
  it('removes the oldest expired rows, and no more than its limit', async () => {
    await add('young', 0.9);
    await add('old', 1.1);
    await add('oldest', 1.2);
    expect(await trimBatch(pool, retention, 1)).toBe(1);
    expect(await left()).toEqual(['old1', 'young1']);
    expect(await trimBatch(pool, retention, 10)).toBe(1);
    expect(await trimBatch(pool, retention, 10)).toBe(0);
    expect(await left()).toEqual(['young1']);
  });

  it('skips a locked row without waiting', async () => {
    await add('old', 2, 3);
    await withTransaction(pool, async (client) => {
      await client.query(`UPDATE verification SET expires_at = now() WHERE identifier = 'old2'`);
      expect(await trimBatch(pool, retention, 10)).toBe(2);
    });
    expect(await trimBatch(pool, retention, 10)).toBe(0);
    expect(await left()).toEqual(['old2']);
  });

  it('runs in one process at a time; another kind of rows is not blocked', async () => {
    await add('old', 2, 3);
    const traces = removeOldest({ table: 'consumed_trace', time: 'expires_at' });
    const meanwhile: (number | undefined)[] = [];
    const remove: Retention['remove'] = async (...batch) => {
      meanwhile.push(await trimBatch(pool, retention, 10));
      meanwhile.push(await trimBatch(pool, { rows: 'traces', keepMs: 0, remove: traces }, 10));
      return retention.remove(...batch);
    };
    expect(await trimBatch(pool, { ...retention, remove }, 10)).toBe(3);
    expect(meanwhile).toEqual([undefined, 0]);
  });

  it('does not block writers in the same table', async () => {
    await add('old', 2, 1_000);
    await add('young', 0.5);
    const remove: Retention['remove'] = async (...batch) => {
      const removed = await retention.remove(...batch);
      await add('new', 0);
      await pool.query(
        `UPDATE verification SET value = 'written' WHERE expires_at > now() - interval '1 hour'`,
      );
      return removed;
    };
    expect(await trimBatch(pool, { ...retention, remove }, 1_000)).toBe(1_000);
    const { rows } = await pool.query('SELECT identifier, value FROM verification ORDER BY expires_at');
    expect(rows).toEqual([
      { identifier: 'young1', value: 'written' },
      { identifier: 'new1', value: 'written' },
    ]);
  });

  it('is rolled back when its process dies', async () => {
    await add('old', 2, 3);
    const remove: Retention['remove'] = async (client, ...batch) => {
      await retention.remove(client, ...batch);
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return 3;
    };
    await expect(trimBatch(pool, { ...retention, remove }, 10)).rejects.toThrow();
    expect(await left()).toHaveLength(3);
    expect(await trimBatch(pool, retention, 10)).toBe(3);
  });
});

describe('trimming', () => {
  it('continues batch by batch until nothing is left, and logs how many were removed', async () => {
    await add('old', 2, 95);
    const { lines, metrics } = await trim(isEmpty, { rowsAtOnce: 10 });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        rows: 'verifications',
        removed: 95,
        durationMs: expect.any(Number),
        msg: 'Removed expired rows',
      }),
    ]);
    expect(metrics).toContain('bunting_retention_removed_rows_total{rows="verifications"} 95');
  });

  it('reports when it last found nothing left', async () => {
    const startedAt = Date.now() / 1000;
    await add('old', 2);
    const { metrics } = await trim(isEmpty);
    const [, time] = /^bunting_retention_last_run_timestamp_seconds\{rows="verifications"\} (\S+)$/m.exec(
      metrics,
    )!;
    expect(Number(time)).toBeGreaterThan(startedAt);
  });

  it('keeps rows without a limit', async () => {
    await add('ancient', 1_000_000);
    await pool.query(`INSERT INTO consumed_trace VALUES (gen_random_uuid(), now() - interval '2 hours')`);
    const traces = removeOldest({ table: 'consumed_trace', time: 'expires_at' });
    const { metrics } = await trim(
      async () => (await pool.query('SELECT FROM consumed_trace')).rows.length === 0,
      {
        retentions: [
          { ...retention, keepMs: undefined },
          { rows: 'traces', keepMs: hourMs, remove: traces },
        ],
      },
    );
    expect(await left()).toEqual(['ancient1']);
    expect(metrics).not.toContain('verifications');
  });

  it('tries again after a failure, which does not block other kinds', async () => {
    await add('old', 2);
    let failures = 0;
    const remove: Retention['remove'] = (client) => {
      failures += 1;
      return client.query('SELECT 1 / 0').then(() => 0);
    };
    const { lines } = await trim(async () => failures > 2 && (await isEmpty()), {
      retentions: [{ rows: 'failing', keepMs: 0, remove }, retention],
    });
    expect(lines.filter(({ level }) => level === 'warn').slice(0, 2)).toEqual(
      [1, 2].map(() =>
        expect.objectContaining({
          rows: 'failing',
          reason: 'division by zero',
          msg: 'Removing expired rows failed; retrying',
        }),
      ),
    );
  });

  it('stops after the running batch', async () => {
    await add('old', 2, 100);
    let batches = 0;
    const remove: Retention['remove'] = (...batch) => {
      batches += 1;
      return retention.remove(...batch);
    };
    await trim(async () => batches > 0, { retentions: [{ ...retention, remove }], rowsAtOnce: 1 });
    const ended = await left();
    await delay(50);
    expect(await left()).toEqual(ended);
    expect(ended.length).toBeGreaterThan(0);
  });
});
