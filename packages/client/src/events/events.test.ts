import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerWith, key, type Reply } from '../../test/fake-page.ts';
import { getEvents, openEventPage, acceptedEvents } from '../../test/event-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('an event', () => {
  it('is sent after two seconds, with an id, its time, and of the user id and e-mail address alone', async () => {
    const { page, client } = await openEventPage({ userSignature: 's' });
    client.track('order', { variable: 'A', value: 12.5 });
    await settle(1_999);
    expect(page.asked).toEqual([]);
    await settle(1);
    expect(page.asked[0]!.query.get('key')).toBe(key);
    expect(getEvents(page)).toEqual([
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
    const { page, client } = await openEventPage();
    client.track('past', { variable: 'a', occurredAt: new Date(0) });
    client.track('never', { variable: 'a', occurredAt: new Date(Number.NaN) });
    await client.flush();
    expect(getEvents(page).map(({ occurred_at }) => occurred_at)).toEqual([
      '1970-01-01T00:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]);
  });

  it('counts for each variable that is named, and for none that is not served', async () => {
    const { page, client } = await openEventPage();
    client.track('order', { variable: ['a', 'b', 'unknown'] });
    client.track('order', { variable: 'unknown' });
    await client.flush();
    expect(getEvents(page).map(({ variable }) => variable)).toEqual(['a', 'b']);
  });

  it('counts for nothing where no variation is served', async () => {
    const { page, client } = await openEventPage({ exposures: 'all' }, { variation: null });
    client.value('a', 0);
    client.track('order', { variable: 'a' });
    expect([await client.flush(), page.asked]).toEqual([true, []]);
  });

  it('without variable counts for what this user was exposed to, twenty at most', async () => {
    const { page, client } = await openEventPage();
    client.track('nothing seen');
    client.value('a', 0);
    client.track('order');
    await client.identify({ id: 'other' });
    client.track('seen by somebody else');
    await client.flush();
    expect(getEvents(page).map(({ event, variable }) => `${event} ${variable}`)).toEqual([
      'exposure a',
      'order a',
    ]);

    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    page.reply = ({ path }) =>
      path === '/v1/events' ? acceptedEvents : answerWith(many, {}, { split: true });
    await client.identify({ id: 'third' });
    for (const name of Object.keys(many)) client.value(name, 0);
    client.track('order');
    await client.flush();
    expect(
      getEvents(page).filter(({ event, user }) => event === 'order' && user.id === 'third'),
    ).toHaveLength(20);
  });

  it('is of the user of its time', async () => {
    const { page, client } = await openEventPage();
    client.track('one', { variable: 'a' });
    await client.identify({ id: 'two' });
    client.track('two', { variable: 'a' });
    await client.identify(null);
    client.track('nobody', { variable: 'a' });
    await client.flush();
    expect(getEvents(page).map(({ event, user }) => [event, user])).toEqual([
      ['one', { id: 'u', email: 'jo@acme.example' }],
      ['two', { id: 'two' }],
      ['nobody', {}],
    ]);
  });
});

describe('an exposure', () => {
  it('is the first read of a variable and variation of a user where buckets decided', async () => {
    const { page, client } = await openEventPage();
    for (const name of ['a', 'A', 'a', 'unknown']) client.value(name, 0);
    client.value('b', 0);
    client.details('b', 'x', { expose: false });
    page.reply = ({ path }) =>
      path === '/v1/events' ? acceptedEvents : answerWith({ a: 2 }, {}, { split: true });
    await client.refresh();
    client.value('a', 0);
    await client.flush();
    expect(getEvents(page).map(({ event, variable, variation }) => [event, variable, variation])).toEqual([
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
    const { page, client } = await openEventPage({ exposures }, { split: split as true });
    client.value('a', 0);
    await client.flush();
    expect(getEvents(page)).toHaveLength(count);
  });

  it('is sent once for each user of a session, also when another one was there meanwhile', async () => {
    const { page, client } = await openEventPage();
    for (const id of ['one', 'two', 'one', 'two', 'three']) {
      await client.identify({ id, country: 'AT' });
      client.value('a', 0);
    }
    await client.identify({ id: 'one', country: 'CH' });
    client.value('a', 0);
    client.track('order');
    await client.flush();
    expect(getEvents(page).map(({ event, user }) => `${event} ${user.id}`)).toEqual([
      'exposure one',
      'exposure two',
      'exposure three',
      'order one',
    ]);
  });

  it('is remembered of a hundred users, so that a session of many does not grow', async () => {
    const { page, client } = await openEventPage();
    for (let index = 0; index < 150; index++) {
      void client.identify({ id: `${index}` });
    }
    await client.identify({ id: 'u', country: 'CH' });
    for (const id of ['u', ...Array.from({ length: 100 }, (_, index) => `x${index}`), 'u']) {
      await client.identify({ id });
      client.value('a', 0);
    }
    await client.flush();
    expect(getEvents(page).filter(({ user }) => user.id === 'u')).toHaveLength(2);
  });

  it('is none of all(), overrides and fallbacks', async () => {
    const { page, client } = await openEventPage({ overrides: { a: 5 } });
    client.all();
    client.value('a', 0);
    client.value('b', 7);
    expect([await client.flush(), getEvents(page)]).toEqual([true, []]);
  });
});

describe('the buffer', () => {
  it('is sent at fifty events', async () => {
    const { page, client } = await openEventPage();
    for (let index = 0; index < 50; index++) client.track('e', { variable: 'a' });
    await settle();
    expect(getEvents(page)).toHaveLength(50);
  });

  it('is sent in requests of a hundred at most', async () => {
    const { page, client } = await openEventPage();
    page.reply = () => 'broken';
    for (let index = 0; index < 250; index++) client.track('e', { variable: 'a' });
    await settle(10);
    page.asked.splice(0);
    page.reply = () => acceptedEvents;
    await client.flush();
    expect(page.bodiesOf('/v1/events').map(({ events }) => events.length)).toEqual([100, 100, 50]);
  });

  it('is sent again after a failure, with the same ids', async () => {
    const { page, client } = await openEventPage();
    page.reply = () => 'broken';
    client.track('e', { variable: 'a' });
    expect(await client.flush()).toBe(false);
    page.reply = () => acceptedEvents;
    await settle(2_000);
    const ids = getEvents(page).map(({ event_id }) => event_id);
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
      const { page, client } = await openEventPage();
      const names: string[] = [];
      page.reply = ({ body }) => {
        const asked = body.events.map(({ event }) => event);
        if (asked.includes('e13')) return bad;
        names.push(...asked);
        return acceptedEvents;
      };
      for (let index = 0; index < 40; index++) client.track(`e${index}`, { variable: 'a' });
      expect(await client.flush()).toBe(true);
      expect(names).toHaveLength(39);
      expect(page.errors).toEqual([{ code: 'events', message: "Couldn't send events, 1 lost" }]);
    },
  );
});
