import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool, withTransaction } from '@bunting/database';
import { tombstones, writeFragments } from '@bunting/datafile';
import { until } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { trimBatch } from '@bunting/retention';
import { keys, organisations } from '../organisations.ts';

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
let folder: string;
beforeAll(async () => {
  installation = await createTestInstallation('eval-api', organisations);
  pool = createPool(installation.env.DATABASE_URL);
  folder = await mkdtemp(join(tmpdir(), 'bunting-clock-'));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(folder, { recursive: true });
});

/** Deletes the feature of a variable, and its tombstones as if a day had passed. */
async function removeForGood(variable: string): Promise<void> {
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE feature SET status = 'deleted' WHERE id = (SELECT feature_id FROM variable WHERE slug = $1) RETURNING id`,
      [variable],
    );
    await writeFragments(client, { features: rows.map(({ id }) => id) });
  });
  await pool.query(
    `UPDATE datafile_fragment SET written_at = now() - interval '25 hours' WHERE document IS NULL`,
  );
  expect(await trimBatch(pool, tombstones, 100)).toBeGreaterThan(0);
}

it('an evaluator that is stopped for longer than tombstones are kept misses no removal', async () => {
  // While the file exists, the clock of the process is a day ahead.
  const later = join(folder, 'later');
  const clock = `import { existsSync } from 'node:fs';
    const now = Date.now;
    Date.now = () => now() + (existsSync(${JSON.stringify(later)}) ? 25 * 3600 * 1000 : 0);`;
  const evaluator = await installation.start({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}`,
  });
  const reasonOf = async (variable: string) => {
    const answer = await fetch(`${evaluator.url}/v1/variables/${variable}`, {
      method: 'POST',
      headers: { 'X-API-Key': keys.production },
    });
    return ((await answer.json()) as { reason: string }).reason;
  };
  expect(await reasonOf('checkout-enabled')).not.toBe('variable_not_found');

  evaluator.child.kill('SIGSTOP');
  await removeForGood('checkout-enabled');
  await writeFile(later, '');
  evaluator.child.kill('SIGCONT');
  await until(async () => (await reasonOf('checkout-enabled')) === 'variable_not_found');
  expect(
    await evaluator.metric(
      'bunting_datafile_reload_duration_seconds_count{extent="change",source="postgres"}',
    ),
  ).toBeNaN();
});
