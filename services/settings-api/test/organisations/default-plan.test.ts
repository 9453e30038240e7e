/** Every way to create an organisation gives it the plan of DEFAULT_PLAN, and operators hear of caps before users are refused. */
import { applyDocument } from '@bunting/bootstrap';
import { plans } from '@bunting/definitions/organisations';
import { createLogger, createRegistry } from '@bunting/observability';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettingsApiConfig } from '../../src/config.ts';
import { registerMauMetrics } from '../../src/usage/mau-metrics.ts';
import { organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, staffToken, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations, signUp: 'open' });
});
afterAll(() => app.stop());

describe('DEFAULT_PLAN', () => {
  const required = {
    DATABASE_URL: 'postgresql://x@y/z',
    REDIS_URL: 'redis://x',
    SESSION_SECRET: 'x'.repeat(32),
  };

  it('is enterprise, so that nobody is refused whom no operator wanted refused', () => {
    expect(readSettingsApiConfig(required, () => {}).DEFAULT_PLAN).toBe('enterprise');
  });

  it.each(plans)('may be %s', (plan) => {
    expect(readSettingsApiConfig({ ...required, DEFAULT_PLAN: plan }, () => {}).DEFAULT_PLAN).toBe(plan);
  });

  it('is nothing else', () => {
    expect(() => readSettingsApiConfig({ ...required, DEFAULT_PLAN: 'gold' }, () => {})).toThrow(
      'DEFAULT_PLAN must be one of free, starter, business, enterprise, not "gold".',
    );
  });

  it.each(['enterprise', 'free'] as const)('%s is that of every new organisation', async (defaultPlan) => {
    const there = await startApp({ document: organisations, signUp: 'open', defaultPlan });
    try {
      const owner = callsAs(there, await signIn(there, 'owner@acme.example'));
      const staff = callsAs(there, bearer(staffToken));
      const made = await owner.post('/organisations', { slug: 'by-console' }).expect(201);
      expect(made.body.plan).toBe(defaultPlan);
      const owner_email = 'owner@acme.example';
      const byStaff = await staff.post('/staff/organisations', { slug: 'by-staff', owner_email }).expect(201);
      expect(byStaff.body.plan).toBe(defaultPlan);
      const named = { slug: 'named', owner_email, plan: 'starter' };
      expect((await staff.post('/staff/organisations', named).expect(201)).body.plan).toBe('starter');
      const document = { organisations: [{ slug: 'by-document' }, { slug: 'with-plan', plan: 'business' }] };
      await applyDocument({ pool: there.pool, defaultPlan }, document);
      const { rows } = await there.pool.query<{ slug: string; plan: string }>(
        `SELECT slug, plan FROM organisation WHERE slug IN ('by-document', 'with-plan') ORDER BY slug`,
      );
      expect(rows).toEqual([
        { slug: 'by-document', plan: defaultPlan },
        { slug: 'with-plan', plan: 'business' },
      ]);
      // Another document changes no plan that it does not name.
      const other = defaultPlan === 'free' ? 'enterprise' : 'free';
      await applyDocument(
        { pool: there.pool, defaultPlan: other },
        { organisations: [{ slug: 'by-document' }] },
      );
      const { rows: after } = await there.pool.query(
        `SELECT plan FROM organisation WHERE slug = 'by-document'`,
      );
      expect(after).toEqual([{ plan: defaultPlan }]);
    } finally {
      await there.stop();
    }
  });
});

it('the metric tells which organisations are near their cap', async () => {
  const redis = createRedis(app.redisUrl, {
    name: 'test',
    log: createLogger({ service: 'test', level: 'error' }),
  });
  await untilRedisReady(redis, 5_000);
  let time = Date.parse('2026-06-15T12:00:00Z');
  const add = async (
    slug: string,
    columns: { plan: string; mau_cap?: number; status?: string },
    users?: number,
  ) => {
    const { plan, mau_cap = null, status = 'active' } = columns;
    await applyDocument({ pool: app.pool }, { organisations: [{ slug, plan, status }] });
    const { rows } = await app.pool.query<{ id: string }>(
      'UPDATE organisation SET mau_cap = $2 WHERE slug = $1 RETURNING id',
      [slug, mau_cap],
    );
    if (users === undefined) return;
    const key = `bunting:{${rows[0]!.id}}:mau:2026-06`;
    await redis.hset(key, { epoch: '1', count: String(users) });
  };
  await add('near', { plan: 'free' }, 800);
  await add('over', { plan: 'enterprise', mau_cap: 10 }, 12);
  await add('half', { plan: 'starter' }, 5_000);
  await add('below', { plan: 'free' }, 499);
  await add('none', { plan: 'enterprise' }, 5_000_000);
  await add('zero', { plan: 'free', mau_cap: 0 }, 5);
  await add('suspended', { plan: 'free', status: 'suspended' }, 1_000);
  await add('silent', { plan: 'free' });
  const registry = createRegistry({ withProcessMetrics: false });
  registerMauMetrics(registry, { pool: app.pool, redis, now: () => time });
  const scrape = async () =>
    [
      ...(await registry.metrics()).matchAll(
        /^bunting_monthly_active_users_ratio\{organisation="([^"]+)",plan="([^"]+)"\} (\S+)$/gm,
      ),
    ].map(([, ...columns]) => columns);
  const shares = [
    ['half', 'starter', '0.5'],
    ['near', 'free', '0.8'],
    ['over', 'enterprise', '1.2'],
  ];
  expect(new Set(await scrape())).toEqual(new Set(shares));
  redis.disconnect();
  time += 60_000;
  // Redis is down: the last shares stay.
  expect(new Set(await scrape())).toEqual(new Set(shares));
});
