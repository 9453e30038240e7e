import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signUser } from '@bunting/environments';
import { until } from '@bunting/testing';
import { storeSigningSecrets } from '@bunting/testing/apps';
import request from 'supertest';
import { keys, signedOrganisation } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const sealingKey = 'a key that seals secrets in tests';
let app: RunningApp;
let few: RunningApp;
beforeAll(async () => {
  [app, few] = await Promise.all([
    startApp({ env: { USER_SIGNING_ENCRYPTION_KEY: sealingKey } }),
    startApp({ limits: { ratePerMinute: 2, clientRatePerMinute: 2, bytesPerMinute: 100 * 1024 } }),
  ]);
});
afterAll(() => Promise.all([app.stop(), few.stop()]));

const publicEvent = (parts: object = {}) => toEvent({ variable: 'public', ...parts });
const unknownVariable = (n: number) => ({ error: `events[${n}].variable resolves to unknown variable.` });

describe('keys of each kind (decisions §8.1)', () => {
  it.each([
    ['a datafile key', keys.datafile],
    ['a server key', keys.production],
  ])('%s sends events of all variables', async (_, key) => {
    const answer = await ingest(app.server, [toEvent(), publicEvent()], key);
    expect([answer.status, answer.text]).toEqual([202, '{"accepted":2}']);
  });

  it('a client key sends events of a variable that is marked', async () => {
    const answer = await ingest(app.server, [publicEvent()], keys.client);
    expect([answer.status, answer.text]).toEqual([202, '{"accepted":1}']);
  });

  it.each(['checkout-enabled', 'CHECKOUT-layout', 'archived', 'nobody-has-this'])(
    'to a client key the variable %s does not exist, and nothing is stored',
    async (variable) => {
      const before = (await app.storedEvents()).length;
      const answer = await ingest(app.server, [publicEvent(), toEvent({ variable })], keys.client);
      expect([answer.status, answer.body]).toEqual([400, unknownVariable(1)]);
      expect((await app.storedEvents()).length).toBe(before);
    },
  );
});

describe('?key=', () => {
  const send = (query: string, events: readonly object[] = [publicEvent()]) =>
    request(app.server)
      .post(`/v1/events${query}`)
      .set('Content-Type', 'text/plain')
      .send(JSON.stringify({ events }));

  it('takes a client key, as a beacon sends it', async () => {
    const answer = await send(`?key=${keys.client}`);
    expect([answer.status, answer.text]).toEqual([202, '{"accepted":1}']);
  });

  it.each([
    ['a server key', keys.production],
    ['a datafile key', keys.datafile],
    ['an unknown key', 'c1a55e00-0000-8c11-8000-00000000ffff'],
  ])('with %s is 401, as if it did not exist', async (_, key) => {
    const answer = await send(`?key=${key}`);
    expect([answer.status, answer.text]).toEqual([401, '{"error":"Invalid or missing API key."}']);
  });

  it('leaves no key in the log', async () => {
    const before = app.lines.length;
    await send(`?key=${keys.client}`);
    await send(`?key=${keys.production}`);
    const logged = app.lines.slice(before);
    expect(logged.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(logged)).not.toMatch(/c1a55e00/i);
  });
});

describe('a page', () => {
  const origin = 'https://app.shop.example';

  it('may read the answer to a client key, errors included, and to no other', async () => {
    const allowedTo = async (events: readonly object[], key: string) => {
      const { headers } = await ingest(app.server, events, key).set('Origin', origin);
      return headers['access-control-allow-origin'] as unknown;
    };
    expect(await allowedTo([publicEvent()], keys.client)).toBe(origin);
    expect(await allowedTo([toEvent()], keys.client)).toBe(origin);
    expect(await allowedTo([toEvent()], keys.production)).toBeUndefined();
  });

  it('asks by a preflight first; another OPTIONS stays 405', async () => {
    const preflight = await request(app.server)
      .options('/v1/events')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect((await request(app.server).options('/v1/events')).status).toBe(405);
  });
});

describe('what a client key may take (decisions §8.2)', () => {
  it('a body of 64 KiB, where a server key has two megabytes', async () => {
    const events = Array.from({ length: 700 }, () =>
      publicEvent({ event_id: undefined, event: 'a'.repeat(60) }),
    );
    const refused = await ingest(app.server, events, keys.client);
    expect([refused.status, refused.body]).toEqual([
      413,
      { error: 'The body is too large.', code: 'body_too_large' },
    ]);
    expect((await ingest(app.server, events, keys.production)).status).toBe(202);
  });

  it('a rate of its own, and bytes of its own', async () => {
    const bytes = { body: JSON.stringify({ events: [] }).padEnd(60 * 1024) };
    const client = () => ingest(few.server, bytes, keys.clientOfFewRequests);
    expect((await client()).status).toBe(202);
    const beyondBytes = await client();
    expect([beyondBytes.status, beyondBytes.body.code]).toEqual([429, 'rate_limit_exceeded']);
    expect((await ingest(few.server, [], keys.clientOfFewRequests)).status).toBe(202);
    expect((await ingest(few.server, [], keys.clientOfFewRequests)).status).toBe(429);
    expect((await ingest(few.server, bytes, keys.fewRequests)).status).toBe(202);
    expect((await ingest(few.server, [], keys.fewRequests)).status).toBe(202);
  });

  it('half of the names of events, so that invented ones leave room for those of servers', async () => {
    const named = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => publicEvent({ event: `invented ${from + n}` }));
    const send = (events: readonly object[], key: string) => ingest(app.server, events, key);
    const statuses = [];
    for (let from = 0; from < 600; from += 50) {
      statuses.push((await send(named(from, from + 50), keys.client)).status);
    }
    expect(statuses).toContain(400);
    expect(statuses.filter((status) => status === 202).length).toBeLessThanOrEqual(10);
    expect((await send(named(600, 650), keys.production)).status).toBe(202);
    expect((await send([publicEvent({ event: 'invented 1' })], keys.client)).status).toBe(202);
  });
});

describe('where users must be signed', () => {
  const secrets = { current: 'bus_current', previous: 'bus_previous' };
  const signed = (id: string, secret: string = secrets.current) => ({
    user: { id },
    user_signature: signUser(secret, id),
  });
  const send = (body: object, key: string = keys.clientOfSigned) => ingest(app.server, { body }, key);
  const invalid = {
    error: 'The user signature is missing or invalid.',
    code: 'user_signature_invalid',
  };
  beforeAll(async () => {
    await storeSigningSecrets(app.pool, 'signed', { ...secrets, sealingKey });
    await app.apply({
      organisations: [signedOrganisation({ allowed_origins: ['https://signed.example'] })],
    });
    const events = [publicEvent(signed('first'))];
    await until(async () => (await send({ events })).status === 202);
  });

  it('each event carries the signature of its user, under the current or the previous secret', async () => {
    const events = [publicEvent(signed('a')), publicEvent(signed('b', secrets.previous)), publicEvent()];
    expect((await send({ events })).body).toEqual({ accepted: 3 });
  });

  it('the request may carry it once, for events without one', async () => {
    const events = [publicEvent({ user: { id: 'a' } }), publicEvent({ user: { id: 'a' } })];
    expect((await send({ events, user_signature: signUser(secrets.current, 'a') })).status).toBe(202);
  });

  it.each([
    ['without a signature', { user: { id: 'a' } }],
    ['with that of another user', { ...signed('b'), user: { id: 'a' } }],
    ['under another secret', signed('a', 'bus_other')],
  ])('an event %s makes the request 401, and nothing is stored', async (_, parts) => {
    const before = (await app.storedEvents()).length;
    const answer = await send({ events: [publicEvent(signed('a')), publicEvent(parts)] });
    expect([answer.status, answer.body]).toEqual([401, invalid]);
    expect((await app.storedEvents()).length).toBe(before);
  });

  it('an invalid event is told first, and a server key signs nobody', async () => {
    const events = [publicEvent({ user: { id: 'a' } }), publicEvent({ variation: 'none' })];
    expect((await send({ events })).status).toBe(400);
    expect((await send({ events: [publicEvent({ user: { id: 'a' } })] }, keys.signed)).status).toBe(202);
  });
});
