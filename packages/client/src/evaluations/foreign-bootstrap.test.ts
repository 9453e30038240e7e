/** Issue 34, A14: a bootstrap says whose it is, and one of somebody else is for the first paint only. */
import type { Evaluations, User } from '@bunting/sdk-core';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientOptions } from '../public/options.ts';
import { answerWith, createPage, type Reply } from '../../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const { vectors } = JSON.parse(
  readFileSync(new URL('../../../../contract/clients/user-hashes.json', import.meta.url), 'utf8'),
) as { vectors: { name: string; user: User | null; user_hash: string }[] };

const split = { split: true } as const;

/** Returns the evaluations that a server renders for this user. */
async function bootstrapFor(user: User | null, value = 'theirs'): Promise<Evaluations> {
  const page = createPage();
  page.reply = () => answerWith({ a: value }, {}, split);
  const client = page.open({ user, storage: false });
  await client.ready();
  return JSON.parse(JSON.stringify(client.all())) as Evaluations;
}

function open(options: Partial<ClientOptions>, reply: Reply = answerWith({ a: 'mine' }, {}, split)) {
  const page = createPage();
  page.reply = ({ path, body }) =>
    path === '/v1/events' ? { status: 202, json: { accepted: body.events.length } } : reply;
  return { page, client: page.open({ verifyEvents: false, ...options }) };
}

it.each(vectors)('the hash of the user: $name', async ({ user, user_hash }) => {
  expect((await bootstrapFor(user)).user_hash).toBe(user_hash);
});

describe('a bootstrap of the same user', () => {
  it.each<[string, User | null, User | null]>([
    ['with what else the server knows', { id: 'u', country: 'CH', email: 'a@b.example' }, { id: 'u' }],
    ['by e-mail address', { email: 'A@b.example' }, { email: 'a@B.example' }],
    ['with an id that is a number', { id: 42 as never }, { id: '42' }],
    ['who is anonymous', null, {}],
    [
      'who is anonymous, with a device',
      { customData: { anonymous_id: 'd' } },
      { customData: { anonymous_id: 'd', b: 1 } },
    ],
  ])('%s is ready at once, without a request', async (_name, server, user) => {
    const { page, client } = open({ user, bootstrap: await bootstrapFor(server) });
    expect([client.status, client.value('a', ''), await client.ready()]).toEqual([
      'ready',
      'theirs',
      'ready',
    ]);
    expect(page.asked).toEqual([]);
  });

  it('that does not say whose it is, as those of older releases and other languages, is that of the user', () => {
    const { page, client } = open({
      user: { id: 'u' },
      bootstrap: answerWith({ a: 'old' }).json as Evaluations,
    });
    expect([client.status, client.value('a', ''), page.asked]).toEqual(['ready', 'old', []]);
  });
});

describe('a bootstrap of another user', () => {
  const others: [string, User | null, Partial<ClientOptions>][] = [
    ['another id', { id: 'other' }, { user: { id: 'u' } }],
    ['somebody, where the visitor is anonymous', { id: 'other' }, {}],
    ['nobody, where the visitor has signed in', null, { user: { id: 'u' } }],
    ['another device', { customData: { anonymous_id: 'd1' } }, { anonymousId: 'd2' }],
    ['no device', null, { anonymousId: 'd2' }],
  ];

  it.each(others)('(%s) is shown, is not ready, and ends with the answer', async (_name, server, options) => {
    const bootstrap = await bootstrapFor(server);
    const { page, client } = open({ ...options, bootstrap });
    expect([client.status, client.details('a', '')]).toMatchObject([
      'stale',
      { value: 'theirs', source: 'bootstrap' },
    ]);
    expect(client.bootstrap).toBe(bootstrap);
    expect([await client.ready(), client.details('a', '')]).toMatchObject([
      'ready',
      { value: 'mine', source: 'network' },
    ]);
    expect(page.asked).toHaveLength(1);
  });

  it('is not used after a failure', async () => {
    const bootstrap = await bootstrapFor({ id: 'other' });
    const { page, client } = open({ user: { id: 'u' }, bootstrap }, { status: 500 });
    expect(client.value('a', '')).toBe('theirs');
    expect([await client.ready(), client.value('a', '')]).toEqual(['failed', '']);
    expect(page.errors).toEqual([{ code: 'unavailable', message: "Couldn't load flags" }]);
  });

  it('is not passed on as that of this user', async () => {
    const bootstrap = await bootstrapFor({ id: 'other' });
    const { client } = open({ user: { id: 'u' }, bootstrap });
    expect(client.all().user_hash).toBe(bootstrap.user_hash);
    await client.ready();
    expect(client.all().user_hash).toBe((await bootstrapFor({ id: 'u' })).user_hash);
  });

  it('counts for nothing: it is neither exposed, nor does an event count for it', async () => {
    const { page, client } = open({ user: { id: 'u' }, bootstrap: await bootstrapFor({ id: 'other' }) });
    client.value('a', '');
    client.track('order', { variable: 'a' });
    await client.ready();
    client.value('a', '');
    client.track('order');
    await client.flush();
    const events = page.bodiesOf('/v1/events').flatMap((body) => body.events);
    expect(events.map(({ event, variation }) => `${event} ${variation}`)).toEqual([
      'exposure v-"mine"',
      'order v-"mine"',
    ]);
  });

  it.each<[string, Reply]>([
    ['there is no network', 'broken'],
    ['the key is refused', { status: 401, json: {} }],
    ['requests are limited', { status: 429 }],
    ['a cache answers 304', { status: 304 }],
    ['the request is bad', { status: 400, json: {} }],
  ])('is not kept where %s', async (_name, reply) => {
    const { client } = open({ user: { id: 'u' }, bootstrap: await bootstrapFor({ id: 'other' }) }, reply);
    await client.ready();
    expect(client.details('a', 'fallback')).toMatchObject({ value: 'fallback', isFallback: true });
  });

  it('is not shown where the storage has values of this user', async () => {
    const { page, client } = open({ user: { id: 'u' } });
    await client.ready();
    const next = page.open({ user: { id: 'u' }, bootstrap: await bootstrapFor({ id: 'other' }) });
    expect([next.status, next.details('a', '')]).toMatchObject([
      'stale',
      { value: 'mine', source: 'storage' },
    ]);
  });
});

describe('a bootstrap that is none', () => {
  it.each([
    7,
    'x',
    [],
    {},
    { results: 7 },
    { results: null },
    { results: [] },
    { version: 1, results: { a: 7 } },
    { results: { a: null } },
  ])('%j is ignored: the service is asked', async (bootstrap) => {
    const { client } = open({ bootstrap: bootstrap as never });
    if (Object(bootstrap) !== bootstrap || Array.isArray(bootstrap))
      return expect(client.status).toBe('failed');
    expect([client.status, await client.ready(), client.value('a', '')]).toEqual([
      'loading',
      'ready',
      'mine',
    ]);
  });
});
