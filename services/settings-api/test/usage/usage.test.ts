import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGovernance, defaultLimits } from '@bunting/governance';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { createLogger } from '@bunting/observability';
import { organisations } from '../organisations.ts';
import { callsAs } from '../people.ts';
import { signIn, staffToken, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let viewer: ReturnType<typeof callsAs>;
let organisationId: string;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM organisation WHERE slug = 'acme'`);
  organisationId = rows[0]!.id;
});
afterAll(() => app.stop());

const usage = async (query = '') =>
  (await viewer.get(`/organisations/acme/usage${query}`).expect(200)).body as Record<string, unknown>;

/** Starts to admit users of acme as an evaluator does. */
async function startAdmitting() {
  const log = createLogger({ service: 'test', level: 'error' });
  const redis = createRedis(app.redisUrl, { name: 'governance', log });
  await untilRedisReady(redis, 5_000);
  const governance = createGovernance({
    redis,
    pool: app.pool,
    limits: defaultLimits,
    now: Date.now,
    log,
  });
  const acme = {
    id: organisationId,
    slug: 'acme',
    status: 'active',
    plan: 'business',
    mauCap: null,
  } as const;
  return {
    admit: (asked: Parameters<typeof governance.admit>[1]) => governance.admit(acme, asked),
    async stop() {
      await governance.close();
      redis.disconnect();
    },
  };
}

describe('the history of usage', () => {
  const history = async (query = '') =>
    (await viewer.get(`/organisations/acme/usage/history${query}`).expect(200)).body as {
      items: { month: string; mau_used: number }[];
      days: { day: string; mau_used: number }[];
    };

  it('has the last months, and the days of this one, each with the users until then', async () => {
    const now = new Date();
    const monthsAgo = (months: number) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
    await app.pool.query(
      `INSERT INTO monthly_usage (organisation_id, month, user_count) VALUES ($1, $2, 7), ($1, $3, 3)`,
      [organisationId, monthsAgo(2), monthsAgo(1)],
    );
    await app.pool.query(
      `INSERT INTO monthly_active_user (organisation_id, month, user_hash, counted_at)
       VALUES ($1, $2, 1, NULL), ($1, $3, 2, NULL), ($1, $3, 3, now())`,
      [organisationId, monthsAgo(1), monthsAgo(0)],
    );
    const { items, days } = await history('?months=3');
    expect(items).toEqual([
      { month: monthsAgo(2).slice(0, 7), mau_used: 7 },
      { month: monthsAgo(1).slice(0, 7), mau_used: 4 },
      { month: monthsAgo(0).slice(0, 7), mau_used: 2 },
    ]);
    expect(days).toHaveLength(now.getUTCDate());
    expect(days[0]!.day).toBe(monthsAgo(0));
    // Without a time they count from the first day on.
    expect(days.at(-1)).toEqual({ day: now.toISOString().slice(0, 10), mau_used: 2 });
    if (days.length > 1) expect(days[0]!.mau_used).toBe(1);
    await app.pool.query('DELETE FROM monthly_active_user');
    await app.pool.query('DELETE FROM monthly_usage');
  });

  it('has twelve months unless asked for others, at most 24', async () => {
    expect((await history()).items).toHaveLength(12);
    for (const months of ['0', '25', 'all']) {
      await viewer.get(`/organisations/acme/usage/history?months=${months}`).expect(400);
    }
  });
});

describe('usage', () => {
  it('shows plan, status, cap and rate limit', async () => {
    expect(await usage()).toEqual({
      month: new Date().toISOString().slice(0, 7),
      plan: 'business',
      status: 'active',
      mau_used: 0,
      mau_cap: 1_000_000,
      rate_limit_per_minute: 60_000,
      stored_bytes_used: expect.any(Number),
      stored_bytes_cap: 1024 * 1024 * 1024,
    });
  });

  it('counts the users of this month as soon as they are admitted', async () => {
    const admitting = await startAdmitting();
    for (const identity of ['a', 'b', 'b']) await admitting.admit({ identity });
    expect((await usage())['mau_used']).toBe(2);
    await admitting.stop();
  });

  it('shows the stored number of an earlier month', async () => {
    await app.pool.query(
      `INSERT INTO monthly_active_user SELECT $1, '2026-03-01', n FROM generate_series(1, 1234) AS n`,
      [organisationId],
    );
    expect(await usage('?month=2026-03')).toMatchObject({ month: '2026-03', mau_used: 1234 });
    expect(await usage('?month=2026-02')).toMatchObject({ month: '2026-02', mau_used: 0 });
  });

  it.each(['2026-13', '2026-1', 'now', '2026-03-01'])('refuses the month %s', async (month) => {
    const { body } = await viewer.get(`/organisations/acme/usage?month=${month}`).expect(400);
    expect(body.details).toMatchObject([{ path: 'query.month' }]);
  });
});

it('staff remove users who were counted since a time, and the audit log has a record', async () => {
  const staff = callsAs(app, { Authorization: `Bearer ${staffToken}` });
  const path = '/staff/organisations/acme/forget-users';
  const admitting = await startAdmitting();
  await admitting.admit({ identities: ['made', 'up', 'users'] });
  const used = (await usage())['mau_used'] as number;
  const counted_since = new Date(Date.now() - 3_600_000).toISOString();
  const dryRun = await staff.post(`${path}?dry_run=true`, { counted_since }).expect(200);
  expect(dryRun.body).toMatchObject({ dry_run: true, changes: [{ after: { users: used } }] });
  expect((await usage())['mau_used']).toBe(used);
  const { body } = await staff.post(path, { counted_since }).expect(200);
  expect(body).toEqual({ forgotten: used, mau_used: 0 });
  expect((await usage())['mau_used']).toBe(0);
  const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
  const records = await owner
    .get('/organisations/acme/audit-log?action=organisation.users_forgotten')
    .expect(200);
  expect(records.body.items).toMatchObject([
    { actor: 'staff', source: 'staff', before: null, after: { counted_since, users: used } },
  ]);
  await staff.post(path, { counted_since: 'yesterday' }).expect(400);
  await staff.post(path, {}).expect(400);
  await staff.post('/staff/organisations/nowhere/forget-users', { counted_since }).expect(404);
  await owner.post(path, { counted_since }).expect(401);
  await admitting.stop();
});
