/** One test for each row of docs/reference/sdks.md, When something fails, that concerns this package. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerWith, createPage, type Reply } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const refused = (status: number, code?: string): Reply => ({ status, json: { error: 'no', code } });
const overCap = refused(403, 'monthly_active_users_exceeded');

/** Returns a client that has the value 1 of `a`, and then gets this answer. */
async function withValues(reply: Reply) {
  const page = createPage();
  page.reply = () => answerWith({ a: 1 });
  const client = page.open({ user: { id: 'u' } });
  await client.ready();
  page.asked.splice(0);
  page.reply = () => reply;
  await client.refresh();
  return { page, client, value: () => client.value('a', 0) };
}

describe.each<[string, Reply]>([
  ['no network', 'broken'],
  ['500', { status: 500 }],
  ['503', refused(503)],
  ['a time-out', 'never'],
  ['a page of somebody else', { status: 200 }],
  ['JSON of somebody else', { status: 200, json: { hello: 'world' } }],
])('%s', (_name, reply) => {
  it('leaves what there is, as stale', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open();
    await client.ready();
    page.reply = () => reply;
    const refreshed = client.refresh();
    await settle(5_000);
    expect([await refreshed, client.value('a', 0)]).toEqual(['stale', 1]);
    expect(page.errors).toEqual([
      { code: 'unavailable', message: "Couldn't load flags; using cached values" },
    ]);
  });

  it('is failed where there is nothing, with fallbacks, until it is over', async () => {
    const page = createPage();
    page.reply = () => reply;
    const client = page.open();
    await settle(5_000);
    expect([client.status, client.value('a', 0)]).toEqual(['failed', 0]);
    page.reply = () => answerWith({ a: 1 });
    await settle(60_000);
    expect([client.status, client.value('a', 0)]).toEqual(['ready', 1]);
  });
});

it('backoff: 1 s × 2ⁿ up to 60 s, times 0.5–1 at random', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const { page } = await withValues('broken');
  const times: number[] = [];
  const start = Date.now();
  page.reply = () => {
    times.push(Date.now() - start);
    return 'broken';
  };
  await settle(190_000);
  expect(times).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 63_000, 123_000, 183_000]);
  expect(page.errors).toHaveLength(1);
});

it('a failure is reported for each user', async () => {
  const page = createPage();
  page.reply = () => 'never';
  const client = page.open({ user: { id: 'one' } });
  await settle();
  const identified = client.identify({ id: 'two' });
  await settle(5_000);
  expect([await identified, page.errors.length]).toEqual(['failed', 1]);
});

describe('429', () => {
  const limited: Reply = { status: 429, headers: { 'retry-after': '30' } };

  it('is not asked before Retry-After, plus up to 20 %, whoever wants it', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const { page, client, value } = await withValues(limited);
    expect([client.status, value()]).toEqual(['stale', 1]);
    page.fire('online');
    await client.refresh();
    await client.identify({ id: 'other' });
    await settle(35_999);
    expect(page.asked).toHaveLength(1);
    page.reply = () => answerWith({ a: 2 });
    await settle(1);
    expect([page.asked.length, client.status, value()]).toEqual([2, 'ready', 2]);
    expect(page.errors.map(({ code }) => code)).toEqual(['limited']);
  });

  it('of evaluations delays no events, and of events no evaluations', async () => {
    const { page, client } = await withValues(limited);
    page.reply = ({ path }) => (path === '/v1/events' ? { status: 202, json: { accepted: 1 } } : limited);
    client.track('order', { variable: 'a' });
    expect(await client.flush()).toBe(true);
    // While evaluations wait, nobody asks for traces.
    expect(page.paths()).toBe('EV');

    const other = createPage();
    other.reply = ({ path }) => (path === '/v1/events' ? limited : answerWith({ a: 1 }));
    const second = other.open();
    await second.ready();
    second.track('order', { variable: 'a' });
    expect([await second.flush(), await second.refresh()]).toEqual([false, 'ready']);
    await settle(29_000);
    expect(other.paths()).toBe('EVE');
    await settle(8_000);
    expect(other.paths()).toBe('EVEV');
  });
});

describe.each<[string, Reply]>([
  ['401', refused(401)],
  ['403 of the kind of key', refused(403, 'key_kind_insufficient')],
  ['403 of the organisation', refused(403, 'organisation_suspended')],
])('%s', (_name, reply) => {
  it('is one error, and no requests for ten minutes; values stay', async () => {
    const { page, client, value } = await withValues(reply);
    page.fire('online');
    await settle(599_000);
    expect([page.asked.length, client.status, value()]).toEqual([1, 'stale', 1]);
    expect(page.errors).toEqual([{ code: 'refused', message: "Couldn't load flags; using cached values" }]);
    await settle(1_000);
    expect(page.asked).toHaveLength(2);
  });

  it('stops events, too', async () => {
    const { page, client } = await withValues(reply);
    client.track('order', { variable: 'a' });
    expect(await client.flush()).toBe(false);
    await settle(590_000);
    expect([page.asked.length, page.errors.length]).toEqual([1, 1]);
    page.reply = ({ path }) =>
      path === '/v1/events' ? { status: 202, json: { accepted: 1 } } : answerWith({ a: 1 });
    await settle(10_000);
    expect([await client.flush(), page.bodiesOf('/v1/events').length]).toEqual([true, 1]);
  });

  it('of events stops evaluation, too', async () => {
    const { page, client } = await withValues(answerWith({ a: 1 }));
    page.reply = () => reply;
    client.track('order', { variable: 'a' });
    await client.flush();
    page.asked.splice(0);
    page.fire('online');
    await settle(590_000);
    expect([page.asked.length, page.errors.length]).toEqual([0, 1]);
  });

  it('is asked again at once by identify and refresh', async () => {
    const { page, client } = await withValues(reply);
    await client.refresh();
    await client.identify({ id: 'other' });
    expect(page.asked).toHaveLength(3);
  });

  it('closes the stream until an answer is good', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open({ stream: true });
    await client.ready();
    page.reply = () => reply;
    await client.refresh();
    expect(page.sources.map(({ readyState }) => readyState)).toEqual([2]);
    page.reply = () => answerWith({ a: 1 });
    await settle(600_000);
    expect(page.sources.map(({ readyState }) => readyState)).toEqual([2, 1]);
  });
});

describe('403 of the monthly users', () => {
  it('gives fallbacks, and does not ask for this user again before the next month', async () => {
    const { page, client, value } = await withValues(overCap);
    expect([client.status, value()]).toEqual(['failed', 0]);
    page.fire('online');
    await client.refresh();
    await settle(9 * 86_400_000 - 1);
    expect(page.asked).toHaveLength(1);
    page.reply = () => answerWith({ a: 1 });
    await settle(1);
    await settle();
    expect([page.asked.length, client.status, value()]).toEqual([2, 'ready', 1]);
    expect(page.errors).toEqual([{ code: 'over_cap', message: "Couldn't load flags" }]);
  });

  it('asks for another user at once', async () => {
    const { page, client, value } = await withValues(overCap);
    page.reply = () => answerWith({ a: 2 });
    expect(await client.identify({ id: 'other' })).toBe('ready');
    expect(value()).toBe(2);
  });

  it('leaves nothing for this user in the storage', async () => {
    const { page } = await withValues(overCap);
    expect(page.open({ user: { id: 'u' }, offline: true }).value('a', 0)).toBe(0);
  });
});

it.each([400, 413])('%d of evaluations is reported once, and not repeated', async (status) => {
  const { page, client, value } = await withValues(refused(status));
  await client.refresh();
  page.fire('online');
  await settle(86_400_000);
  expect([page.asked.length, client.status, value()]).toEqual([1, 'stale', 1]);
  expect(page.errors.map(({ code }) => code)).toEqual(['invalid']);
});

describe('a storage', () => {
  const throwing = () => {
    throw new Error('QuotaExceededError');
  };
  it.each([
    ['that throws', { getItem: throwing, setItem: throwing }],
    ['that is full', { getItem: () => null, setItem: throwing }],
    ['that has something else', { getItem: () => 'no JSON', setItem: () => {} }],
    ['that has another JSON', { getItem: () => '7', setItem: () => {} }],
    ...['users', 'reads', 'events'].flatMap((member) =>
      ['7', '"text"', '[7]', '{"a":{}}', '[["hash",7]]'].map(
        (value) =>
          [
            `whose ${member} are ${value}`,
            { getItem: () => `{"${member}":${value}}`, setItem: () => {} },
          ] as const,
      ),
    ),
  ])('%s is replaced by memory', async (_name, storage) => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open({ storage, anonymousId: true });
    expect([await client.ready(), client.value('a', 0), page.errors]).toEqual(['ready', 1, []]);
  });
  it('that a browser does not even show is replaced by memory', async () => {
    const page = createPage();
    Object.defineProperty(page.platform, 'localStorage', { get: throwing });
    expect(await page.open().ready()).toBe('ready');
  });
  it.each([false as const, undefined])('that is absent (%s) is replaced by memory', async (storage) => {
    const page = createPage({ without: ['localStorage'] });
    page.reply = ({ body }) => answerWith({ a: body.user.id });
    const client = page.open({ user: { id: 'one' }, ...(storage === false && { storage }) });
    await client.ready();
    await client.identify({ id: 'two' });
    void client.identify({ id: 'one' });
    expect(client.value('a', '')).toBe('one');
  });
});

it('events that a blocker drops leave evaluation alone; the buffer is bounded, and there is one error a minute at most', async () => {
  const page = createPage();
  page.reply = ({ path }) => (path === '/v1/events' ? 'broken' : answerWith({ a: 1 }));
  const client = page.open();
  await client.ready();
  for (let second = 0; second < 130; second++) {
    for (let index = 0; index < 20; index++) client.track(`event-${second}`, { variable: 'a' });
    await settle(1_000);
  }
  const errors = page.errors.filter(({ code }) => code === 'events');
  expect(errors.length).toBeGreaterThanOrEqual(2);
  expect(errors.length).toBeLessThanOrEqual(3);
  expect([page.errors.length, client.status, await client.refresh()]).toEqual([
    errors.length,
    'ready',
    'ready',
  ]);
  page.reply = ({ path }) =>
    path === '/v1/events' ? { status: 202, json: { accepted: 1 } } : answerWith({ a: 1 });
  page.asked.splice(0);
  expect(await client.flush()).toBe(true);
  const sent = page.bodiesOf('/v1/events').flatMap(({ events }) => events);
  expect([sent.length, sent.at(-1)!.event]).toEqual([1_000, 'event-129']);
});
