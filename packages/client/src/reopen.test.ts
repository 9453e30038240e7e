/** Issue 34, A14: React mounts twice in strict mode, so that a client which is closed in an effect is subscribed to again. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { answerWith, createPage } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

async function closed(options = {}) {
  const page = createPage();
  let value = 1;
  page.reply = ({ path, body }) =>
    path === '/v1/events'
      ? { status: 202, json: { accepted: body.events.length } }
      : answerWith({ a: `${body.user.id} ${value}` }, { version: value }, { split: true });
  const client = page.open({ user: { id: 'u' }, verifyEvents: false, ...options });
  client.on('change', () => {});
  await client.ready();
  await client.close();
  return { page, client, change: () => void value++ };
}

it.each(['change', 'status'] as const)(
  'a subscription to %s after close() opens the client again',
  async (event) => {
    const { page, client, change } = await closed({ stream: true });
    change();
    const fired: unknown[] = [];
    client.on(event as 'change', (argument) => void fired.push(argument));
    expect([client.status, client.value('a', '')]).toEqual(['stale', 'u 1']);
    expect([await client.ready(), client.value('a', '')]).toEqual(['ready', 'u 2']);
    await settle();
    expect([fired, page.sources.map(({ readyState }) => readyState)]).toEqual([
      [event === 'change' ? ['a'] : 'ready'],
      [2, 1],
    ]);
    change();
    page.sources[1]!.say(3);
    await settle();
    expect([client.value('a', ''), page.errors]).toEqual(['u 3', []]);
  },
);

it('an open client sends events again, hears the page again, and can be closed again for good', async () => {
  const { page, client } = await closed();
  for (let round = 0; round < 3; round++) {
    const end = client.on('change', () => {});
    await client.ready();
    client.track('order', { variable: 'a' });
    expect(await client.flush()).toBe(true);
    page.hide();
    page.show();
    await settle();
    end();
    await client.close();
    await client.close();
  }
  expect(
    page
      .bodiesOf('/v1/events')
      .flatMap(({ events }) => events)
      .filter(({ event }) => event === 'order'),
  ).toHaveLength(3);
  await settle(700_000);
  expect([page.timers.size, client.status]).toEqual([0, 'closed']);
});

it('the user of identify is the user afterwards', async () => {
  const { client } = await closed();
  client.on('change', () => {});
  await client.identify({ id: 'two' });
  await client.close();
  client.on('change', () => {});
  await client.ready();
  expect(client.value('a', '')).toBe('two 1');
});

it('ending a subscription of before close() opens nothing', async () => {
  const page = createPage();
  const client = page.open({ stream: true });
  const end = client.on('change', () => {});
  await client.ready();
  await client.close();
  end();
  await settle(60_000);
  expect([client.status, page.sources.at(-1)!.readyState, page.timers.size]).toEqual(['closed', 2, 0]);
});
