import { beforeEach, describe, expect, it } from '@jest/globals';
import { leastIdAt, newId } from '@bunting/database';
import { dayMs, trimBatch } from '@bunting/retention';
import { evaluationRetentions } from '../../src/evaluation-counts/retentions.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });

/** Removes all rows whose retention has passed, `limit` rows of a kind at most. */
async function trim(days = 400, limit = 1_000): Promise<void> {
  for (const retention of evaluationRetentions(days * dayMs)) await trimBatch(app.pool, retention, limit);
}

const countOf = async (rows: string) => {
  const { rows: counted } = await app.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${rows}`);
  return counted[0]!.count;
};

describe('evaluation counts', () => {
  const ids = async (environment = 'production', slug = 'checkout-layout') => {
    const { rows } = await app.pool.query<{ environment: string; variable: string }>(
      `SELECT environment.id AS environment, variable.id AS variable FROM environment JOIN variable USING (project_id)
       WHERE environment.slug = $1 AND variable.slug = $2`,
      [environment, slug],
    );
    return rows[0]!;
  };
  const addCounts = (environment: string, variable: string, daysAgo: readonly number[]) =>
    app.pool.query(
      `INSERT INTO evaluation_rollup (environment_id, span, variable_id, variation_id, reason, asked, begins_at, count, first_at, last_at)
       SELECT $1, span, $2, gen_random_uuid(), 0, 0, at, 1, at, at
       FROM unnest($3::float8[]) AS days
       CROSS JOIN LATERAL (VALUES ('hour', now() - days * interval '1 day'), ('day', now() - days * interval '1 day'),
         ('ever', timestamptz 'epoch')) AS row (span, at)`,
      [environment, variable, daysAgo],
    );
  const addKeys = (
    environment: string,
    name: string,
    count: number,
    daysAgo: number,
    server: 'at' | 'NULL' = 'at',
  ) =>
    app.pool.query(
      `INSERT INTO unknown_key (environment_id, key, count, first_at, last_at, server_last_at)
       SELECT $1, $2 || n, 1, at, at, ${server} FROM generate_series(1, $3::int) AS n, (SELECT now() - $4 * interval '1 day' AS at) AS moment`,
      [environment, name, count, daysAgo],
    );
  const spans = async () => {
    const { rows } = await app.pool.query<{ span: string; count: number }>(
      `SELECT span, count(*)::int FROM evaluation_rollup GROUP BY span ORDER BY span`,
    );
    return Object.fromEntries(rows.map(({ span, count }) => [span, count]));
  };
  beforeEach(() => app.pool.query('TRUNCATE evaluation_batch, evaluation_rollup, unknown_key'));

  it('lose hours after 14 days and days after EVALUATION_COUNT_RETENTION_DAYS; totals stay', async () => {
    const { environment, variable } = await ids();
    await addCounts(environment, variable, [1, 13, 15, 399, 401]);
    await trim();
    expect(await spans()).toEqual({ hour: 2, day: 4, ever: 5 });
    await trim(14);
    expect(await spans()).toEqual({ hour: 2, day: 2, ever: 5 });
  });

  it('lose all that is left of an environment that is gone, in steps too', async () => {
    const { environment, variable } = await ids();
    const gone = newId();
    await addCounts(environment, variable, [1]);
    await addCounts(gone, variable, [1, 2, 3]);
    await addKeys(environment, 'key', 1, 0);
    await addKeys(gone, 'key', 3, 0);
    for (let step = 0; step < 6; step += 1) await trim(400, 2);
    expect(await spans()).toEqual({ hour: 1, day: 1, ever: 1 });
    expect(await countOf('unknown_key')).toBe(1);
  });

  it('lose all of a variable 30 days after it was deleted, and of one that never was', async () => {
    const { environment, variable } = await ids();
    const { variable: deleted } = await ids('production', 'checkout-enabled');
    await addCounts(environment, variable, [1]);
    await addCounts(environment, deleted, [1]);
    await addCounts(environment, newId(), [1]);
    const deleteDaysAgo = (days: number) =>
      app.pool.query(`UPDATE variable SET deleted_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        deleted,
        days,
      ]);
    try {
      await deleteDaysAgo(29);
      await trim();
      expect(await spans()).toEqual({ hour: 2, day: 2, ever: 2 });
      await deleteDaysAgo(31);
      await trim();
      expect(await spans()).toEqual({ hour: 1, day: 1, ever: 1 });
    } finally {
      await app.pool.query('UPDATE variable SET deleted_at = NULL WHERE id = $1', [deleted]);
    }
  });

  it('keep unknown keys for 30 days, and the latest 1,000 of an environment', async () => {
    const { environment } = await ids();
    const { environment: staging } = await ids('staging');
    await addKeys(environment, 'late', 990, 1);
    await addKeys(environment, 'later', 15, 0);
    await addKeys(staging, 'late', 3, 29);
    await addKeys(staging, 'old', 4, 31);
    await trim();
    expect(await countOf('unknown_key')).toBe(1_003);
    expect(await countOf(`unknown_key WHERE key LIKE 'later%'`)).toBe(15);
    expect(await countOf(`unknown_key WHERE key LIKE 'old%'`)).toBe(0);
  });

  it('keep the latest 200 unknown keys of client keys, which never push out those of servers', async () => {
    const { environment } = await ids();
    await addKeys(environment, 'typo', 1_000, 2);
    await addKeys(environment, 'flood', 5_000, 0, 'NULL');
    await trim(400, 10_000);
    expect(await countOf(`unknown_key WHERE key LIKE 'typo%'`)).toBe(1_000);
    expect(await countOf(`unknown_key WHERE key LIKE 'flood%'`)).toBe(200);
  });

  it('keep those that servers asked for latest, whatever was asked for with client keys since', async () => {
    const { environment } = await ids();
    await addKeys(environment, 'earlier', 1_000, 2);
    await addKeys(environment, 'typo', 10, 1);
    await app.pool.query(`UPDATE unknown_key SET last_at = now() WHERE key LIKE 'earlier%'`);
    await trim();
    expect(await countOf('unknown_key')).toBe(1_000);
    expect(await countOf(`unknown_key WHERE key LIKE 'typo%'`)).toBe(10);
  });

  it('lose batches that no release has rolled up for 30 days', async () => {
    const { environment } = await ids();
    for (const days of [29, 31]) {
      const at = new Date(Date.now() - days * 86_400_000);
      await app.pool.query(
        `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, format, cells, "unknown") VALUES ($1, $2, $3, $3, 3, '{}', '{}')`,
        [leastIdAt(at), environment, at],
      );
    }
    await trim();
    expect(await countOf('evaluation_batch')).toBe(1);
  });
});
