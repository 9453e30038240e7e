import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, until } from '@bunting/testing';
import { trimBatch } from '@bunting/retention';
import { rollUp } from '../src/events/roll-up.ts';
import { createRetentions } from '../src/retentions.ts';
import { askEvents, purchase } from './events/ask-events.ts';
import { storeEvents } from './events/stored-events.ts';
import { organisations } from './organisations.ts';
import { callsAs } from './people.ts';
import { signIn, startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
let admin: ReturnType<typeof callsAs>;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  admin = callsAs(app, await signIn(app, 'admin@acme.example'));
});
afterAll(() => app.stop());

interface Settings {
  audit?: number;
  summaries?: number;
}

/** Removes all rows whose retention has passed, `limit` rows of a kind at most. */
async function trim({ audit, summaries }: Settings = {}, limit = 1_000): Promise<void> {
  const settings = {
    AUDIT_RETENTION_DAYS: audit,
    EVENT_SUMMARY_RETENTION_DAYS: summaries,
    EVALUATION_COUNT_RETENTION_DAYS: 400,
  };
  for (const retention of createRetentions(settings)) {
    if (retention.keepMs !== undefined) await trimBatch(app.pool, retention, limit);
  }
}

const countOf = async (rows: string) => {
  const { rows: counted } = await app.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${rows}`);
  return counted[0]!.count;
};

describe('sessions', () => {
  it('that have ended are removed, and no others', async () => {
    await signIn(app, 'member@acme.example');
    await app.pool.query(
      `UPDATE session SET expires_at = now() - interval '1 second'
       WHERE account_id = (SELECT id FROM account WHERE email = 'member@acme.example')`,
    );
    const before = await countOf('session');
    await trim();
    expect(await countOf('session')).toBe(before - 1);
    await admin.get('/session').expect(200);
  });
});

describe('invitations', () => {
  const shown = async () => {
    const { body } = await admin.get('/organisations/acme/members?limit=200').expect(200);
    return (body.items as { email: string; status: string }[])
      .filter(({ status }) => status === 'invited')
      .map(({ email }) => email);
  };
  const invite = async (email: string, endedDaysAgo: number) => {
    await admin.post('/organisations/acme/members', { email, role: 'member' }).expect(201);
    await app.pool.query(
      `UPDATE invitation SET expires_at = now() - $2 * interval '1 day' WHERE email = $1`,
      [email, endedDaysAgo],
    );
  };

  it('that have ended are shown for another thirty days, and then removed', async () => {
    await invite('open@acme.example', -1);
    await invite('ended@acme.example', 29);
    await invite('long-ended@acme.example', 31);
    await trim();
    expect(await shown()).toEqual(['ended@acme.example', 'open@acme.example']);
  });

  it('may be made for the same address again', async () => {
    await invite('again@acme.example', 31);
    await trim();
    await invite('again@acme.example', -7);
    expect(await shown()).toContain('again@acme.example');
  });
});

describe('the audit log', () => {
  const addRecordsDaysAgo = (days: number, count: number) =>
    app.pool.query(
      `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject, created_at)
       SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || right(gen_random_uuid()::text, 23))::uuid,
         id, 'ada@acme.example', 'session', 'test.old', 'n' || n, at
       FROM organisation, generate_series(1, $2::int) AS n,
         LATERAL (SELECT now() - $1 * interval '1 day' AS at) AS moment
       WHERE slug = 'acme'`,
      [days, count],
    );

  it('is kept for ever unless the operator sets a retention', async () => {
    await addRecordsDaysAgo(10_000, 1);
    const before = await countOf('audit_record');
    await trim();
    expect(await countOf('audit_record')).toBe(before);
  });

  it('loses what is older than AUDIT_RETENTION_DAYS, and nothing else', async () => {
    await addRecordsDaysAgo(366, 5);
    await addRecordsDaysAgo(364, 3);
    const young = await countOf(`audit_record WHERE created_at > now() - interval '365 days'`);
    await trim({ audit: 365 });
    expect(await countOf('audit_record')).toBe(young);
    const { body } = await admin.get('/organisations/acme/audit-log?action=test.old').expect(200);
    expect(body.items).toHaveLength(3);
  });
});

describe('summaries', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const counts = async (query: string) => {
    const { items } = await askEvents(app, `summary${query}`);
    return items.map((item) => (item as unknown as { count: number }).count);
  };

  it('lose hours and days older than EVENT_SUMMARY_RETENTION_DAYS; totals stay', async () => {
    await storeEvents(app.pool, [
      purchase('ada', { occurredAt: daysAgo(100) }),
      purchase('bob', { occurredAt: daysAgo(80) }),
    ]);
    await rollUp(app.pool, 60_000);
    await trim();
    expect(await counts('?bucket=day')).toEqual([2]);
    await trim({ summaries: 90 });
    expect(await counts('?bucket=day')).toEqual([1]);
    expect(await counts('')).toEqual([2]);
    expect(await countOf(`event_rollup WHERE span = 'hour'`)).toBe(1);
  });
});

describe('monthly active users', () => {
  const monthsAgo = (months: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
  };
  const addUsers = (months: number, count: number) =>
    app.pool.query(
      `INSERT INTO monthly_active_user SELECT id, $1, n FROM organisation, generate_series(1, $2::int) AS n WHERE slug = 'acme'`,
      [monthsAgo(months), count],
    );
  const used = async (months: number) => {
    const month = monthsAgo(months).slice(0, 7);
    const { body } = await admin.get(`/organisations/acme/usage?month=${month}`).expect(200);
    return body.mau_used as number;
  };

  it('of this month and the last are kept; of earlier months only their number is, at every moment', async () => {
    await addUsers(0, 3);
    await addUsers(1, 4);
    await addUsers(3, 50);
    await addUsers(4, 60);
    for (const left of [97, 77, 57, 37, 17, 7, 7]) {
      await trim({}, 20);
      expect(await countOf('monthly_active_user')).toBe(left);
      expect([await used(1), await used(3), await used(4)]).toEqual([4, 50, 60]);
    }
  });
});

describe('settings-api', () => {
  const addSessions = (count: number) =>
    app.pool.query(
      `INSERT INTO session (id, account_id, token, expires_at, updated_at)
       SELECT gen_random_uuid(), account.id, gen_random_uuid(), now() - interval '1 day', now()
       FROM (SELECT id FROM account LIMIT 1) AS account, generate_series(1, $1::int)`,
      [count],
    );
  const ended = () => countOf('session WHERE expires_at < now()');

  it('continues after it was killed in the middle, logs what it removed, and keeps rows without a retention', async () => {
    await addSessions(10_000);
    const records = await countOf('audit_record');
    // Ten slow batches: it is killed between the first and the last.
    await app.pool.query(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END';
      CREATE TRIGGER dawdle AFTER DELETE ON session FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`);
    const env = { DATABASE_URL: app.databaseUrl, REDIS_URL: app.redisUrl };
    const first = await startTestService('settings-api', env);
    await until(async () => (await ended()) < 10_000);
    await first.stop('SIGKILL');
    const left = await ended();
    expect(left).toBeGreaterThan(0);
    await app.pool.query('DROP FUNCTION dawdle CASCADE');

    const second = await startTestService('settings-api', env);
    const removed = () => second.metric('bunting_retention_removed_rows_total{rows="sessions"}');
    await until(async () => (await removed()) === left);
    expect(await ended()).toBe(0);
    await second.stop();
    expect(await second.output).toContain('Removed expired rows');
    expect(await countOf('audit_record')).toBe(records);
  });
});
