import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Reply } from '../../test/fake-page.ts';
import { evaluated, getEvents, openEventPage, acceptedEvents } from '../../test/event-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 22) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('verified', () => {
  const traced = (variation = 'v-1'): Reply => ({
    status: 200,
    json: { version: 1, results: { a: { variation, evaluation_traces: ['t1', 't2'] } } },
  });

  it('events get traces by one request, where the variation is still theirs', async () => {
    const { page, client } = await openEventPage({ verifyEvents: true, userSignature: 's' });
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : traced());
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
    expect(getEvents(page).map(({ evaluation_trace }) => evaluation_trace)).toEqual(['t1', 't2', undefined]);
  });

  it('ten traces of a variable are asked for at most', async () => {
    const { page, client } = await openEventPage({ verifyEvents: true });
    for (let index = 0; index < 12; index++) client.track('e', { variable: 'a' });
    await client.flush();
    expect(page.asked[0]!.body.traces).toBe(10);
  });

  it.each<[string, Reply, object]>([
    ['the variation is another one', traced('other'), {}],
    ['there is no answer', 'broken', {}],
    ['the answer has none', evaluated, {}],
    ['verifyEvents is false', traced(), { verifyEvents: false }],
    ['the user is anonymous', traced(), { user: null }],
  ])('events go without where %s', async (_name, reply, options) => {
    const { page, client } = await openEventPage({ verifyEvents: true, ...options });
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : reply);
    client.track('one', { variable: 'a' });
    await client.flush();
    expect(getEvents(page)[0]).not.toHaveProperty('evaluation_trace');
  });

  it('no answer within a second is none', async () => {
    const { page, client } = await openEventPage({ verifyEvents: true });
    page.reply = ({ path }) => (path === '/v1/events' ? acceptedEvents : 'never');
    client.track('one', { variable: 'a' });
    const flushed = client.flush();
    await settle(1_000);
    expect([await flushed, page.paths()]).toEqual([true, 'EV']);
  });
});
