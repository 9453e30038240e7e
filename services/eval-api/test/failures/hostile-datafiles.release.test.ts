import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { createPool } from '@bunting/database';
import { makeHostileFeatures, storeHostileFeatures, until, type ServiceProcess } from '@bunting/testing';
import { measuredTurns, readTurns } from '@bunting/testing/turns';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from '../organisations.ts';

const hostileFeatures = makeHostileFeatures();

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
let environmentId: string;
beforeAll(async () => {
  installation = await createTestInstallation('eval-api', organisations);
  pool = createPool(installation.env.DATABASE_URL);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT environment.id FROM environment JOIN project ON project.id = project_id
     JOIN organisation ON organisation.id = organisation_id
     WHERE organisation.slug = 'acme' AND environment.slug = 'production'`,
  );
  environmentId = rows[0]!.id;
  await storeHostileFeatures(pool, environmentId);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

/** Starts a process with little memory, which reports how long its event loop stalls. */
const start = (env: Readonly<Record<string, string>> = {}) =>
  installation.start({ ...measuredTurns('--max-old-space-size=256'), ...env });

/** Returns the explanations of the features by slug, and of one further feature. */
async function reasonsAt(service: ServiceProcess): Promise<Record<string, string>> {
  const asked = ['untargeted', ...hostileFeatures.map(({ slug }) => slug)];
  const answer = await fetch(`${service.url}/v1/variables`, {
    method: 'POST',
    headers: { 'X-API-Key': keys.production },
    body: JSON.stringify({
      keys: asked,
      user: { id: 'user-49999', custom_data: { text: 'a'.repeat(50_000) } },
    }),
  });
  const { results } = (await answer.json()) as { results: Record<string, { reason: string }> };
  return Object.fromEntries(Object.entries(results).map(([slug, { reason }]) => [slug, reason]));
}

const expected = {
  untargeted: 'default_variation',
  ...Object.fromEntries(hostileFeatures.map(({ slug, reason }) => [slug, reason])),
};

/** Fifty milliseconds are allowed; other threads of the process and a machine with other work count as well. */
const longestTurnMs = 300;

describe('an evaluator that finds definitions beyond the limits in the database', () => {
  it('serves everything else without stalling, and reports what it cannot serve', async () => {
    const service = await start();
    await readTurns(service);
    expect(await reasonsAt(service)).toEqual(expected);
    const { worstTurnMs } = await readTurns(service);
    expect(worstTurnMs).toBeLessThan(longestTurnMs);
    expect(await service.metric('bunting_datafile_malformed_definitions{kind="document"}')).toBe(20);
    expect(
      await service.metric('bunting_datafile_malformed_definitions{kind="feature"}'),
    ).toBeGreaterThanOrEqual(4);
    expect(service.outputSoFar()).toContain(
      'A stored document is unreadable: its variables count as missing',
    );
    expect(service.outputSoFar()).toContain('A feature exceeds the limits: its rules match nobody');
    expect(await service.stop()).toBe(0);
  });

  it('does so when they arrive while it serves', async () => {
    const service = await start();
    await reasonsAt(service);
    await readTurns(service);
    const name = 'bunting_datafile_reload_duration_seconds_count{extent="whole",source="postgres"}';
    // There is no such line yet where the first copy came from Redis.
    const reloads = async () => (await service.metric(name)) || 0;
    const before = await reloads();
    await pool.query('UPDATE environment SET version = version + 1');
    await pool.query(
      'UPDATE datafile_fragment SET version = environment.version FROM environment WHERE environment.id = environment_id',
    );
    await until(async () => (await reloads()) > before);
    expect(await reasonsAt(service)).toEqual(expected);
    expect((await readTurns(service)).worstTurnMs).toBeLessThan(longestTurnMs);
    expect(await service.stop()).toBe(0);
  });

  it('does so from the copy in Redis while PostgreSQL is away', async () => {
    const service = await start();
    await reasonsAt(service);
    // It repairs the copy with its next poll.
    const redis = createRedis(installation.env.REDIS_URL, { name: 'test', log: { info() {}, warn() {} } });
    await untilRedisReady(redis, 60_000);
    const { rows } = await pool.query<{ version: string }>('SELECT version FROM environment WHERE id = $1', [
      environmentId,
    ]);
    const key = `bunting:{env:${environmentId}}:datafile`;
    await until(async () => (await redis.hget(key, 'version')) === rows[0]!.version);
    // Another writer may have stored a document that is too long there as well.
    await redis.hset(key, 'feature:long', `{"slug":"long","x":"${'x'.repeat(20_000_000)}"}`);
    redis.disconnect();
    await service.stop();

    const other = await start({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/away' });
    await readTurns(other);
    expect(await reasonsAt(other)).toEqual(expected);
    expect((await readTurns(other)).worstTurnMs).toBeLessThan(longestTurnMs);
    expect(await other.stop()).toBe(0);
  });
});
