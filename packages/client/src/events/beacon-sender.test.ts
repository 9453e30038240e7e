import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPage, type RequestBody, type Page, type Reply } from '../../test/fake-page.ts';
import { evaluated, getEvents, acceptedEvents } from '../../test/event-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('when the page is left', () => {
  const tracked = async (count: number, without: string[] = []) => {
    const page = createPage({ without });
    page.reply = () => evaluated;
    const client = page.open({ user: { id: 'u' } });
    await client.ready();
    page.asked.splice(0);
    page.reply = () => 'never';
    for (let index = 0; index < count; index++) client.track(`e${index}`, { variable: 'a' });
    return { page, client };
  };
  const sizes = (page: Page) =>
    page.beacons.map(({ text }) => (JSON.parse(text) as RequestBody).events.length);

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

  it('events that the browser does not take go by a request that outlives the page, and may not be answered', async () => {
    const { page } = await tracked(3);
    page.isBeaconTaken = false;
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : evaluated);
    page.fire('pagehide');
    await settle();
    expect(page.asked.map(({ keepalive, body }) => [keepalive, body.events.length])).toEqual([[true, 3]]);
    page.open();
    await settle(2_000);
    // The service stores an id once.
    const ids = getEvents(page).map(({ event_id }) => event_id);
    expect([ids.length, new Set(ids).size]).toEqual([6, 3]);
  });

  it('while requests fail the browser is given no events, because nobody would learn what became of them', async () => {
    const { page, client } = await tracked(3);
    page.reply = () => 'broken';
    await client.flush();
    page.fire('pagehide');
    await settle();
    expect(page.beacons).toEqual([]);
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : evaluated);
    page.asked.splice(0);
    page.open();
    await settle(2_000);
    expect(getEvents(page).map(({ event }) => event)).toEqual(['e0', 'e1', 'e2']);
  });

  it.each<[string, Reply]>([
    ['429', { status: 429, headers: { 'retry-after': '30' } }],
    ['401', { status: 401, json: {} }],
  ])('after %s events wait in the storage, and nobody is asked', async (_name, reply) => {
    const { page, client } = await tracked(3);
    page.reply = () => reply;
    await client.flush();
    const asked = page.asked.length;
    page.fire('pagehide');
    await settle();
    expect([page.beacons, page.asked.length]).toEqual([[], asked]);
    expect([...page.stored.values()].join()).toMatch(/e0.*e1.*e2/);
  });

  it('else they are stored, a hundred at most, and sent at the next visit', async () => {
    const { page, client } = await tracked(45, ['navigator']);
    page.reply = () => 'broken';
    for (let index = 45; index < 150; index++) client.track(`e${index}`, { variable: 'a' });
    page.fire('pagehide');
    await settle();
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : evaluated);
    page.asked.splice(0);
    const next = page.open({ user: { id: 'somebody else' } });
    await settle(2_000);
    const sent = getEvents(page);
    expect(sent).toHaveLength(100);
    expect(new Set(sent.map(({ user }) => user.id))).toEqual(new Set(['u']));
    expect(await next.flush()).toBe(true);
    page.asked.splice(0);
    page.open();
    await settle(2_000);
    expect(getEvents(page)).toEqual([]);
  });

  it('and visible again, what was stored is sent', async () => {
    const { page } = await tracked(2);
    page.isBeaconTaken = false;
    page.reply = () => 'broken';
    page.hide();
    await settle();
    page.asked.splice(0);
    page.reply = () => acceptedEvents;
    page.show();
    await settle(2_000);
    expect(getEvents(page).map(({ event }) => event)).toEqual(['e0', 'e1']);
  });

  it('close does the same', async () => {
    const { page, client } = await tracked(2);
    await client.close();
    expect(sizes(page)).toEqual([2]);
  });
});
