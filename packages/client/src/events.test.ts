import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientOptions } from './public/options.ts';
import { answerOf as anyAnswerOf, createPage, key, type Page, type Reply } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const stored: Reply = { status: 202, json: { accepted: 1 } };

/** By a split, unless said otherwise. */
const answerOf: typeof anyAnswerOf = (values, more, result) =>
  anyAnswerOf(values, more, { split: true, ...result });
const values = { a: 1, b: 'x' };
const eventsOf = (page: Page) => page.bodiesOf('/v1/events').flatMap(({ events }) => events);

async function opened(options: Partial<ClientOptions> = {}, more = {}) {
  const page = createPage();
  page.reply = ({ path }) => (path === '/v1/events' ? stored : answerOf(values, {}, more));
  const client = page.open({
    user: { id: 'u', email: 'jo@acme.example', country: 'CH' },
    verifyEvents: false,
    ...options,
  });
  await client.ready();
  page.asked.splice(0);
  return { page, client };
}

describe('an event', () => {
  it('is sent after two seconds, with an id, its time, and of the user id and e-mail address alone', async () => {
    const { page, client } = await opened({ userSignature: 's' });
    client.track('order', { variable: 'A', value: 12.5 });
    await settle(1_999);
    expect(page.asked).toEqual([]);
    await settle(1);
    expect(page.asked[0]!.query.get('key')).toBe(key);
    expect(eventsOf(page)).toEqual([
      {
        event: 'order',
        variable: 'a',
        variation: 'v-1',
        user: { id: 'u', email: 'jo@acme.example' },
        user_signature: 's',
        value: 12.5,
        occurred_at: '2026-11-22T00:00:00.000Z',
        event_id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/),
      },
    ]);
  });

  it('has the time that is given, and the present one in place of none', async () => {
    const { page, client } = await opened();
    client.track('past', { variable: 'a', occurredAt: new Date(0) });
    client.track('never', { variable: 'a', occurredAt: new Date(Number.NaN) });
    await client.flush();
    expect(eventsOf(page).map(({ occurred_at }) => occurred_at)).toEqual([
      '1970-01-01T00:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]);
  });

  it('counts for each variable that is named, and for none that is not served', async () => {
    const { page, client } = await opened();
    client.track('order', { variable: ['a', 'b', 'unknown'] });
    client.track('order', { variable: 'unknown' });
    await client.flush();
    expect(eventsOf(page).map(({ variable }) => variable)).toEqual(['a', 'b']);
  });

  it('counts for nothing where no variation is served', async () => {
    const { page, client } = await opened({ exposures: 'all' }, { variation: null });
    client.value('a', 0);
    client.track('order', { variable: 'a' });
    expect([await client.flush(), page.asked]).toEqual([true, []]);
  });

  it('without variable counts for what this user was exposed to, twenty at most', async () => {
    const { page, client } = await opened();
    client.track('nothing seen');
    client.value('a', 0);
    client.track('order');
    await client.identify({ id: 'other' });
    client.track('seen by somebody else');
    await client.flush();
    expect(eventsOf(page).map(({ event, variable }) => `${event} ${variable}`)).toEqual([
      'exposure a',
      'order a',
    ]);

    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    page.reply = ({ path }) => (path === '/v1/events' ? stored : answerOf(many));
    await client.identify({ id: 'third' });
    for (const name of Object.keys(many)) client.value(name, 0);
    client.track('order');
    await client.flush();
    expect(eventsOf(page).filter(({ event, user }) => event === 'order' && user.id === 'third')).toHaveLength(
      20,
    );
  });

  it('is of the user of its time', async () => {
    const { page, client } = await opened();
    client.track('one', { variable: 'a' });
    await client.identify({ id: 'two' });
    client.track('two', { variable: 'a' });
    await client.identify(null);
    client.track('nobody', { variable: 'a' });
    await client.flush();
    expect(eventsOf(page).map(({ event, user }) => [event, user])).toEqual([
      ['one', { id: 'u', email: 'jo@acme.example' }],
      ['two', { id: 'two' }],
      ['nobody', {}],
    ]);
  });
});

describe('an exposure', () => {
  it('is the first read of a variable and variation of a user where buckets decided', async () => {
    const { page, client } = await opened();
    for (const name of ['a', 'A', 'a', 'unknown']) client.value(name, 0);
    client.value('b', 0);
    client.details('b', 'x', { expose: false });
    page.reply = ({ path }) => (path === '/v1/events' ? stored : answerOf({ a: 2 }));
    await client.refresh();
    client.value('a', 0);
    await client.flush();
    expect(eventsOf(page).map(({ event, variable, variation }) => [event, variable, variation])).toEqual([
      ['exposure', 'a', 'v-1'],
      ['exposure', 'a', 'v-2'],
    ]);
  });

  it.each([
    ['split', true, 1],
    ['split', undefined, 0],
    ['all', undefined, 1],
    ['off', true, 0],
  ] as const)('with %s, where split is %s: %d', async (exposures, split, count) => {
    const { page, client } = await opened({ exposures }, { split: split as true });
    client.value('a', 0);
    await client.flush();
    expect(eventsOf(page)).toHaveLength(count);
  });

  it('is none of all(), overrides and fallbacks', async () => {
    const { page, client } = await opened({ overrides: { a: 5 } });
    client.all();
    client.value('a', 0);
    client.value('b', 7);
    expect([await client.flush(), eventsOf(page)]).toEqual([true, []]);
  });
});

describe('the buffer', () => {
  it('is sent at fifty events', async () => {
    const { page, client } = await opened();
    for (let index = 0; index < 50; index++) client.track('e', { variable: 'a' });
    await settle();
    expect(eventsOf(page)).toHaveLength(50);
  });

  it('is sent in requests of a hundred at most', async () => {
    const { page, client } = await opened();
    page.reply = () => 'broken';
    for (let index = 0; index < 250; index++) client.track('e', { variable: 'a' });
    await settle(10);
    page.asked.splice(0);
    page.reply = () => stored;
    await client.flush();
    expect(page.bodiesOf('/v1/events').map(({ events }) => events.length)).toEqual([100, 100, 50]);
  });

  it('is sent again after a failure, with the same ids', async () => {
    const { page, client } = await opened();
    page.reply = () => 'broken';
    client.track('e', { variable: 'a' });
    expect(await client.flush()).toBe(false);
    page.reply = () => stored;
    await settle(2_000);
    const ids = eventsOf(page).map(({ event_id }) => event_id);
    expect([ids.length, ids[0] === ids[1]]).toEqual([2, true]);
    expect(await client.flush()).toBe(true);
  });

  it.each([
    ['400', { status: 400, json: {} }],
    ['413', { status: 413, json: {} }],
    ['403 of the monthly users', { status: 403, json: { code: 'monthly_active_users_exceeded' } }],
  ] as [string, Reply][])(
    'that is answered %s is halved until the bad event stands alone, which is dropped and reported',
    async (_name, bad) => {
      const { page, client } = await opened();
      const taken: string[] = [];
      page.reply = ({ body }) => {
        const names = body.events.map(({ event }: { event: string }) => event) as string[];
        if (names.includes('e13')) return bad;
        taken.push(...names);
        return stored;
      };
      for (let index = 0; index < 40; index++) client.track(`e${index}`, { variable: 'a' });
      expect(await client.flush()).toBe(true);
      expect(taken).toHaveLength(39);
      expect(page.errors).toEqual([{ code: 'events', message: 'Events are not sent; 1 are lost' }]);
    },
  );
});

describe('verified', () => {
  const traced = (variation = 'v-1'): Reply => ({
    status: 200,
    json: { version: 1, results: { a: { variation, evaluation_traces: ['t1', 't2'] } } },
  });

  it('events get traces by one request, where the variation is still theirs', async () => {
    const { page, client } = await opened({ verifyEvents: true, userSignature: 's' });
    page.reply = ({ path }) => (path === '/v1/events' ? stored : traced());
    client.track('one', { variable: 'a' });
    client.track('two', { variable: 'a' });
    client.track('three', { variable: 'b' });
    await client.flush();
    expect(page.paths()).toBe('EV');
    expect(page.asked[0]!.body).toEqual({
      user: { id: 'u', email: 'jo@acme.example', country: 'CH' },
      user_signature: 's',
      keys: ['a', 'b'],
      traces: 2,
    });
    expect(eventsOf(page).map(({ evaluation_trace }) => evaluation_trace)).toEqual(['t1', 't2', undefined]);
  });

  it('ten traces of a variable are asked for at most', async () => {
    const { page, client } = await opened({ verifyEvents: true });
    for (let index = 0; index < 12; index++) client.track('e', { variable: 'a' });
    await client.flush();
    expect(page.asked[0]!.body.traces).toBe(10);
  });

  it.each<[string, Reply, object]>([
    ['the variation is another one', traced('other'), {}],
    ['there is no answer', 'broken', {}],
    ['the answer has none', answerOf(values), {}],
    ['verifyEvents is false', traced(), { verifyEvents: false }],
    ['the user is anonymous', traced(), { user: null }],
  ])('events go without where %s', async (_name, reply, options) => {
    const { page, client } = await opened({ verifyEvents: true, ...options });
    page.reply = ({ path }) => (path === '/v1/events' ? stored : reply);
    client.track('one', { variable: 'a' });
    await client.flush();
    expect(eventsOf(page)[0]).not.toHaveProperty('evaluation_trace');
  });

  it('no answer within a second is none', async () => {
    const { page, client } = await opened({ verifyEvents: true });
    page.reply = ({ path }) => (path === '/v1/events' ? stored : 'never');
    client.track('one', { variable: 'a' });
    const flushed = client.flush();
    await settle(1_000);
    expect([await flushed, page.paths()]).toEqual([true, 'EV']);
  });
});

describe('when the page is left', () => {
  const tracked = async (count: number, without: string[] = []) => {
    const page = createPage({ without });
    page.reply = () => answerOf(values);
    const client = page.open({ user: { id: 'u' } });
    await client.ready();
    page.asked.splice(0);
    page.reply = () => 'never';
    for (let index = 0; index < count; index++) client.track(`e${index}`, { variable: 'a' });
    return { page, client };
  };
  const sizes = (page: Page) => page.beacons.map(({ text }) => JSON.parse(text).events.length as number);

  it.each(['pagehide', 'visibilitychange'])(
    '%s passes the events to the browser, 25 at most in a beacon',
    async (type) => {
      const { page } = await tracked(40);
      if (type === 'pagehide') page.fire(type);
      else page.hide();
      expect([page.beacons[0]!.path, sizes(page)]).toEqual(['/v1/events', [20, 20]]);
      await settle(60_000);
      expect(page.asked).toEqual([]);
    },
  );

  it('a beacon has 60 kB at most', async () => {
    const { page, client } = await tracked(0);
    for (let index = 0; index < 10; index++) client.track('ü'.repeat(9_000), { variable: 'a' });
    page.fire('pagehide');
    expect(sizes(page).reduce((sum, size) => sum + size, 0)).toBe(10);
    for (const { text } of page.beacons) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
  });

  it('events that the browser does not take go by a request that outlives the page', async () => {
    const { page } = await tracked(3);
    page.isBeaconTaken = false;
    page.reply = () => stored;
    page.fire('pagehide');
    await settle();
    expect(page.asked.map(({ keepalive, body }) => [keepalive, body.events.length])).toEqual([[true, 3]]);
    expect([...page.stored.values()].join()).not.toContain('e0');
  });

  it('else they are stored, a hundred at most, and sent at the next visit', async () => {
    const { page, client } = await tracked(45, ['navigator']);
    page.reply = () => 'broken';
    for (let index = 45; index < 150; index++) client.track(`e${index}`, { variable: 'a' });
    page.fire('pagehide');
    await settle();
    page.reply = ({ path }) => (path === '/v1/events' ? stored : answerOf(values));
    page.asked.splice(0);
    const next = page.open({ user: { id: 'somebody else' } });
    await settle(2_000);
    const sent = eventsOf(page);
    expect(sent).toHaveLength(100);
    expect(new Set(sent.map(({ user }) => user.id))).toEqual(new Set(['u']));
    expect(await next.flush()).toBe(true);
    page.asked.splice(0);
    page.open();
    await settle(2_000);
    expect(eventsOf(page)).toEqual([]);
  });

  it('and visible again, what was stored is sent', async () => {
    const { page } = await tracked(2);
    page.isBeaconTaken = false;
    page.reply = () => 'broken';
    page.hide();
    await settle();
    page.asked.splice(0);
    page.reply = () => stored;
    page.show();
    await settle(2_000);
    expect(eventsOf(page).map(({ event }) => event)).toEqual(['e0', 'e1']);
  });

  it('close does the same', async () => {
    const { page, client } = await tracked(2);
    await client.close();
    expect(sizes(page)).toEqual([2]);
  });
});
