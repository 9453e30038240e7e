import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { startTestRedis, until, type ServiceProcess, type TestRedis } from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from './organisations.ts';
import { toCount, tellUsageAt, toUsage } from './requests.ts';

let installation: TestInstallation;
/** The server that replaces the one that was killed. */
let redis: TestRedis | undefined;
let service: ServiceProcess;
beforeAll(async () => {
  installation = await createTestInstallation('ingest-api', organisations);
  service = await installation.start();
});
afterAll(async () => {
  await installation.stop();
  await redis?.stop();
});

interface Answer {
  readonly monthly_active_users: { readonly used: number | null };
}

const tell = async (...ids: readonly string[]) => {
  const users = ids.map((id) => ({ id }));
  const usage = toUsage({ users, evaluations: [toCount({ count: 2 })] });
  const response = await tellUsageAt(service, usage, keys.datafileOfTwoUsers);
  const { monthly_active_users: reported } = (await response.json()) as Answer;
  return [response.status, reported] as const;
};
const storedUsers = async () => {
  const pool = createPool(installation.env.DATABASE_URL);
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int FROM monthly_active_user');
  await pool.end();
  return rows[0]!.count;
};
const evaluations = () => service.metric('bunting_evaluations_total{reason="default_variation"}');
const unknown = [202, { used: null, cap: 2, exceeded: null }];

describe('usage while servers are away', () => {
  it('is taken without PostgreSQL: the users wait in Redis', async () => {
    expect(await tell('a')).toEqual([202, { used: 1, cap: 2, exceeded: false }]);
    await installation.postgres.kill();
    expect(await tell('a', 'b', 'c')).toEqual([202, { used: 3, cap: 2, exceeded: true }]);
    await installation.postgres.restart();
    await until(async () => (await storedUsers()) === 3);
  });

  it('is taken without Redis: the users are counted when it is back, and until then nobody knows how many there are', async () => {
    const before = await evaluations();
    await installation.redis.kill();
    for (let n = 0; n < 5; n += 1) expect(await tell('d', 'e')).toEqual(unknown);
    expect((await evaluations()) - before).toBe(10);
    redis = await startTestRedis({ port: Number(new URL(installation.env.REDIS_URL).port) });
    await until(async () => (await storedUsers()) === 5);
    await until(async () => (await tell('e'))[1].used !== null);
    expect(await tell('a')).toEqual([202, { used: 5, cap: 2, exceeded: true }]);
  });

  it('is taken without both from keys that are known, and others are asked to come again', async () => {
    await Promise.all([redis?.kill(), installation.postgres.kill()]);
    expect(await tell('f')).toEqual(unknown);
    const other = await tellUsageAt(service, toUsage(), keys.datafile);
    expect([other.status, await other.json(), other.headers.get('retry-after')]).toEqual([
      503,
      { error: 'The service is temporarily unavailable. Try again shortly.', code: 'unavailable' },
      '1',
    ]);
  });
});
