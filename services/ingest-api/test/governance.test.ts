import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const ratePerMinute = 6;
let app: RunningApp;
let strict: RunningApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([
    startApp({ limits: { maxEventsBatch: 5 } }),
    startApp({ limits: { ratePerMinute } }),
  ]);
});
afterAll(() => Promise.all([app.stop(), strict.stop()]));

const by = (...ids: readonly (string | undefined)[]) => ids.map((id) => toEvent({ user: { id } }));
const send = async (events: readonly unknown[], key: string) => {
  const { status, body } = await ingest(app.server, events, key);
  const answer = body as { readonly code?: string };
  return [status, answer.code ?? answer] as const;
};

describe('governance of event ingest (contract §7.2)', () => {
  it('refuses a suspended organisation', async () => {
    const { status, body } = await ingest(app.server, [toEvent()], keys.suspended);
    expect([status, body]).toEqual([
      403,
      { error: 'The organisation is suspended.', code: 'organisation_suspended' },
    ]);
  });

  it('refuses an inactive organisation, unless it is on the Free plan', async () => {
    expect(await send([toEvent()], keys.inactive)).toEqual([403, 'organisation_inactive']);
    expect(await send([toEvent()], keys.inactiveFree)).toEqual([202, { accepted: 1 }]);
  });

  it('refuses an empty list of events, too, of a suspended organisation', async () => {
    expect(await send([], keys.suspended)).toEqual([403, 'organisation_suspended']);
  });

  it('refuses more events than a request may carry', async () => {
    expect(
      await send(
        [1, 2, 3, 4, 5, 6].map(() => toEvent()),
        keys.production,
      ),
    ).toEqual([400, 'events_batch_too_large']);
    expect(
      await send(
        [1, 2, 3, 4, 5].map(() => toEvent()),
        keys.production,
      ),
    ).toEqual([202, { accepted: 5 }]);
  });

  it('counts a repeated event_id as often as it is sent', async () => {
    const events = Array.from({ length: 6 }, () => toEvent({ event_id: 'same' }));
    expect(await send(events, keys.production)).toEqual([400, 'events_batch_too_large']);
  });

  it('admits all users of a request or none: rejected users do not count towards the cap', async () => {
    expect(await send(by('a', 'b', 'c'), keys.twoUsers)).toEqual([403, 'monthly_active_users_exceeded']);
    expect(await send(by('a', 'a', 'a'), keys.twoUsers)).toEqual([202, { accepted: 3 }]);
    expect(await send(by('b', 'c'), keys.twoUsers)).toEqual([403, 'monthly_active_users_exceeded']);
    expect(await send([], keys.twoUsers)).toEqual([202, { accepted: 0 }]);
    expect(await send(by('b', 'a'), keys.twoUsers)).toEqual([202, { accepted: 2 }]);
    expect(await send([toEvent()], keys.twoUsers)).toEqual([403, 'monthly_active_users_exceeded']);
    const { rows } = await app.pool.query(
      `SELECT DISTINCT user_key FROM stored_event JOIN environment ON environment.id = environment_id
        JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
        WHERE organisation.slug = 'two-users' ORDER BY user_key`,
    );
    expect(rows).toEqual([{ user_key: 'a' }, { user_key: 'b' }]);
  });

  it('takes one token for a request, however many events it carries', async () => {
    const events = Array.from({ length: 100 }, () => toEvent());
    const statuses = [];
    for (let i = 0; i < ratePerMinute; i++) {
      statuses.push((await ingest(strict.server, events, keys.fewRequests)).status);
    }
    expect(statuses).toEqual(statuses.map(() => 202));
    const { status, body, headers } = await ingest(strict.server, [], keys.fewRequests);
    expect([status, body]).toEqual([
      429,
      {
        error: "Too many requests: the organisation's rate limit was exceeded.",
        code: 'rate_limit_exceeded',
      },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await ingest(strict.server, [toEvent()], keys.production)).status).toBe(202);
  });
});

describe('bytes (decisions §3)', () => {
  let bounded: RunningApp;
  beforeAll(async () => {
    bounded = await startApp({ limits: { bytesPerMinute: 100_000 } });
  });
  afterAll(() => bounded.stop());

  const large = JSON.stringify({ events: [toEvent({ note: 'x'.repeat(40_000) })] });

  it('have a rate limit for each organisation, which counts decompressed bytes', async () => {
    const send = async (key: string) => {
      const response = await fetch(`http://127.0.0.1:${bounded.port}/v1/events`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Encoding': 'gzip' },
        body: gzipSync(large),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    };
    expect([(await send(keys.production)).status, (await send(keys.production)).status]).toEqual([202, 202]);
    const refused = await send(keys.production);
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: "Too many requests: the organisation's rate limit was exceeded.",
        code: 'rate_limit_exceeded',
      },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ingest(bounded.server, [toEvent()])).status).toBe(202);
    expect((await send(keys.fewRequests)).status).toBe(202);
    expect((await bounded.storedEvents()).length).toBe(4);
  });
});
