/** Clients §7: nothing that an application calls throws, whatever it gives, and two clients know nothing of each other. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { unwritableValues } from '@bunting/testing/json-values';
import fc from 'fast-check';
import { evaluated, getEvents, acceptedEvents } from '../test/event-page.ts';
import { answerWith, createPage } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });

it('no method throws or rejects, whatever it is given, and the client goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anything, { maxLength: 3 }), { maxLength: 12 }), async (calls) => {
      const page = createPage();
      page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : evaluated);
      const client = page.open();
      const names = [
        'value',
        'details',
        'track',
        'override',
        'on',
        'identify',
        'ready',
        'refresh',
        'all',
      ] as const;
      for (const [index, given] of calls.entries()) {
        const method = client[names[index % names.length]!] as (...args: unknown[]) => unknown;
        void Promise.resolve(method(...given));
      }
      client.override('a', undefined);
      client.track('order', { variable: 'a' });
      await client.identify({ id: 'u' });
      client.track('order', { variable: 'a' });
      expect([await client.flush(), client.status, client.value('a', 0)]).toEqual([true, 'ready', 1]);
      expect(getEvents(page).at(-1)).toMatchObject({ event: 'order', user: { id: 'u' } });
      await client.close();
    }),
    { numRuns: 300, seed: 15 },
  );
});

it.each<[string, (client: ReturnType<ReturnType<typeof createPage>['open']>) => void]>([
  ['an event that is no JSON', (client) => client.track('order', { variable: 'a', value: 10n as never })],
])('%s is reported', async (_name, call) => {
  const page = createPage();
  page.reply = () => evaluated;
  const client = page.open();
  await client.ready();
  call(client);
  expect(page.errors.map(({ code }) => code)).toEqual(['application']);
});

describe('a user that JSON cannot write', () => {
  const values: (readonly [string, () => unknown])[] = [
    ...Object.entries(unwritableValues)
      // The browser's client sends what is nested, and the service refuses it.
      .filter(([what]) => what !== 'lists beyond the depth' && what !== 'toJSON to what is nested')
      .map(([what, make]) => [what, () => ({ id: 'u', customData: { plan: make() } })] as const),
    ['a text', () => 'user-7'],
    ['a list', () => ['user-7']],
    ['toJSON to a text', () => ({ toJSON: () => 'user-7' })],
  ];
  it.each(values)('has fallbacks, which is reported: %s', async (_what, make) => {
    const page = createPage();
    page.reply = () => evaluated;
    const client = page.open({ user: { id: 'before' } });
    await client.ready();
    const asked = page.asked.length;
    expect(await client.identify(make() as never)).toBe('failed');
    expect([client.value('a', 0), client.status, page.asked.length]).toEqual([0, 'failed', asked]);
    client.track('order', { variable: 'a' });
    expect(await client.flush()).toBe(true);
    expect(getEvents(page).filter(({ event }) => event === 'order')).toEqual([]);
    expect(page.errors).toEqual([
      {
        code: 'application',
        message: expect.stringContaining('Invalid user: '),
      },
    ]);
    expect(await client.identify({ id: 'after' })).toBe('ready');
    expect(client.value('a', 0)).toBe(1);
    await client.close();
  });

  it('may be the first one', async () => {
    const page = createPage();
    const client = page.open({ user: { id: 1n as never } });
    expect(await client.ready()).toBe('failed');
    expect([client.value('a', 0), page.asked.length, page.errors.length]).toEqual([0, 0, 1]);
  });
});

it('onError that throws throws at nobody', async () => {
  const page = createPage();
  page.reply = () => 'broken';
  const client = page.open({
    onError() {
      throw new Error('no');
    },
  });
  expect(await client.ready()).toBe('failed');
});

it('without onError errors go to the console', async () => {
  const page = createPage();
  page.reply = () => 'broken';
  const client = page.open({ onError: undefined as never });
  await client.ready();
  expect(page.errors.map(({ message }) => message)).toEqual(["Bunting: Couldn't load flags"]);
});

it('a page without crypto has ids all the same', async () => {
  const page = createPage({ without: ['crypto'] });
  page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : evaluated);
  const client = page.open({ anonymousId: true });
  await client.ready();
  client.track('order', { variable: ['a', 'b'] });
  await client.flush();
  expect(new Set(getEvents(page).map(({ event_id }) => event_id)).size).toBe(2);
});

describe('two clients in one page', () => {
  it('know nothing of each other', async () => {
    const page = createPage();
    page.reply = ({ path, query }) =>
      path === '/v1/events'
        ? acceptedEvents
        : answerWith({ a: query.get('key')!.at(-1)! }, {}, { split: true });
    const [one, two] = ['1', '2'].map((end) =>
      page.open({ key: `c0a7ac70-0000-8c11-8000-00000000000${end}`, verifyEvents: false }),
    ) as [ReturnType<typeof page.open>, ReturnType<typeof page.open>];
    const changes: unknown[] = [];
    two.on('change', (keys) => void changes.push(keys));
    await Promise.all([one.ready(), two.ready()]);
    expect([one.value('a', ''), two.value('a', '')]).toEqual(['1', '2']);
    changes.splice(0);
    one.override('a', 'x');
    await one.identify({ id: 'u' });
    await one.close();
    expect([changes, two.status, two.value('a', '')]).toEqual([[], 'ready', '2']);
    await settle(2_000);
    expect(getEvents(page).map(({ user }) => user)).toEqual([{}]);
    expect([...page.stored.keys()]).toHaveLength(2);
  });
});

it('a Retry-After that is further away than a timer reaches is waited for', async () => {
  const page = createPage();
  page.reply = () => ({ status: 429, headers: { 'retry-after': '1000000000' } });
  const client = page.open({ bootstrap: evaluated.json as never });
  client.track('order', { variable: 'a' });
  expect([await client.flush(), await client.refresh()]).toEqual([false, 'stale']);
  await settle(86_400_000);
  expect(page.paths()).toBe('VE');
});

it('timers that are further away than a timer reaches do not end at once', async () => {
  const page = createPage();
  page.reply = () => 'never';
  const client = page.open({ timeoutMs: Infinity });
  const statuses: string[] = [];
  void client.ready({ timeoutMs: 1e12 }).then((status) => statuses.push(status));
  await settle(86_400_000);
  expect([client.status, statuses, page.asked.length]).toEqual(['loading', [], 1]);
});
