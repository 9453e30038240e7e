/** The number of event names that an environment may have (decisions §3). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@bunting/observability';
import { until } from '@bunting/testing';
import { createEventNames } from '../src/storing/event-names.ts';
import { createWriteLimiter } from '../src/write-limiter.ts';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
let environment: { environmentId: string; organisationId: string };
beforeAll(async () => {
  app = await startApp();
  const { rows } = await app.pool.query<typeof environment>(
    `SELECT environment.id AS "environmentId", organisation_id AS "organisationId"
     FROM environment JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
     WHERE organisation.slug = 'acme' AND project.slug = 'web' AND environment.slug = 'production'`,
  );
  environment = rows[0]!;
});
afterAll(() => app.stop());

const setCap = (most: number | null) =>
  app.pool.query('UPDATE organisation SET event_name_cap = $2 WHERE id = $1', [
    environment.organisationId,
    most,
  ]);
const named = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => toEvent({ event: `name ${from + n}` }));
const full = (n: number) => ({
  error: `events[${n}].event is a new name, and the environment has reached its limit of event names.`,
});
const countNames = async () =>
  (await app.pool.query('SELECT FROM event_name WHERE environment_id = $1', [environment.environmentId]))
    .rowCount;

describe('a thousand names of events', () => {
  it('are stored, and no more; events with a stored name are still accepted, and nothing of the refused request is stored', async () => {
    expect((await ingest(app.server, named(0, 998))).body).toEqual({ accepted: 998 });
    const { status, body } = await ingest(app.server, [
      toEvent({ event: 'name 5' }),
      toEvent({ event: 'new a' }),
      toEvent({ event: 'new b' }),
      toEvent({ event: 'new a' }),
      toEvent({ event: 'new c' }),
    ]);
    expect([status, body]).toEqual([400, full(4)]);
    expect(await countNames()).toBe(998);
    expect((await app.storedEvents()).length).toBe(998);
    expect((await ingest(app.server, named(998, 1_000))).status).toBe(202);
    expect((await ingest(app.server, named(1_000, 1_001))).body).toEqual(full(0));
    expect((await ingest(app.server, named(0, 500))).status).toBe(202);
  });

  it('are counted for each environment separately', async () => {
    expect((await ingest(app.server, named(1_000, 1_001), keys.staging)).status).toBe(202);
  });

  it('can be raised by staff with effect within moments, and names beyond a lowered cap are still accepted', async () => {
    await setCap(1_001);
    await until(async () => (await ingest(app.server, named(1_000, 1_001))).status === 202);
    await setCap(10);
    expect((await ingest(app.server, named(900, 1_001))).status).toBe(202);
    await until(async () => (await ingest(app.server, named(2_000, 2_001))).status === 400);
    await setCap(null);
  });
});

describe('names', () => {
  it('that an earlier release stored without registering them are known from their summaries, whatever the cap', async () => {
    await setCap(1);
    await app.pool.query(
      `INSERT INTO event_rollup (environment_id, variable_id, variation_id, event, span, begins_at, event_count,
         verified_count, value_count, value_sum, value_square_sum, user_count, users)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 'counted ' || n, 'ever', '1970-01-01Z', 1, 0, 0, 0, 0, 0, ''
       FROM generate_series(1, 3) AS n`,
      [environment.environmentId],
    );
    await until(async () => (await ingest(app.server, [toEvent({ event: 'counted 2' })])).status === 202);
    expect((await ingest(app.server, [toEvent({ event: 'not counted' })])).status).toBe(400);
    await setCap(null);
  });

  it('differ by U+0000 and halves of surrogate pairs, which PostgreSQL cannot store', async () => {
    await setCap(100_000);
    const before = await countNames();
    await until(async () => (await ingest(app.server, [toEvent({ event: 'x\0' })])).status === 202);
    await ingest(
      app.server,
      ['x\uFFFD', 'x\uD800', 'x\0'].map((event) => toEvent({ event })),
    );
    expect(await countNames()).toBe(before! + 3);
    await setCap(null);
  });

  it('of a request that governance refuses are not registered', async () => {
    const events = [toEvent({ event: 'a name of a suspended organisation' })];
    expect((await ingest(app.server, events, keys.suspended)).status).toBe(403);
    const { rowCount } = await app.pool.query(
      `SELECT FROM event_name JOIN environment ON environment.id = environment_id
       JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
       WHERE organisation.slug = 'suspended'`,
    );
    expect(rowCount).toBe(0);
  });
});

describe('several processes', () => {
  beforeEach(() => app.pool.query('TRUNCATE event_name, event_rollup'));

  it('that register names at the same time store exactly as many as allowed, each request as a whole or not at all', async () => {
    await setCap(100);
    const log = createLogger({ service: 'test', level: 'error' });
    const processes = Array.from({ length: 4 }, () => {
      const writeLimiter = createWriteLimiter({ pool: app.writes, timeoutMs: 60_000, now: Date.now, log });
      return createEventNames({ writeLimiter, now: Date.now });
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, n) => {
        const names = processes[n % processes.length]!;
        const events = [0, 1, 2].map((k) => ({ event: `${n}-${k}` }));
        const fresh = await names.check(environment, events);
        await names.register(environment, events, fresh!);
      }),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(await countNames()).toBe(99);
    expect(refused.length).toBe(60 - 33);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 400 });
    await setCap(null);
  });
});
