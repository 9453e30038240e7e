/** A public key is in everybody's hands: whatever is sent with it, the events of servers are stored (decisions §8.2). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flood, postFrom } from '@bunting/testing/apps';
import { keys } from './organisations.ts';
import { toEvent } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({
    limits: { clientRatePerMinute: 500, clientAddressRatePerMinute: 5, bytesPerMinute: 4 * 1024 * 1024 },
    env: { TRUST_PROXY: '1', TRUST_PROXY_FROM: 'loopback' },
  });
});
afterAll(() => app.stop());

const send = (key: string, body: string, address: string) =>
  postFrom(address, `http://127.0.0.1:${app.port}/v1/events`, { key, body });
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
const bodyOf = (count: number, parts: (n: number) => object) =>
  JSON.stringify({
    events: Array.from({ length: count }, (_, n) => toEvent({ variable: 'public', ...parts(n) })),
  });

describe.each([
  ['at a high rate', 800, () => bodyOf(1, () => ({}))],
  ['with large bodies', 100, () => bodyOf(600, () => ({ event: 'seen' }))],
  ['with oversized bodies', 60, () => bodyOf(2_000, () => ({}))],
  ['with invented names of events', 80, (n: number) => bodyOf(20, (i) => ({ event: `invented ${n} ${i}` }))],
  ['with invented users', 150, (n: number) => bodyOf(20, (i) => ({ user: { id: `invented ${n} ${i}` } }))],
] as const)('a client key that is flooded %s', (_, times, body) => {
  it('is refused before a server key is: all events of servers are stored', async () => {
    const client = (n: number) => send(keys.client, body(n), addressOf(n));
    const server = (n: number) => {
      const event = toEvent({ event: `of a server ${n}`, user: { id: 'known' } });
      return send(keys.production, JSON.stringify({ events: [event] }), '192.0.2.1');
    };
    const [ofClient, ofServer] = await Promise.all([flood(times, 20, client), flood(20, 1, server)]);
    expect(ofServer).toEqual({ 202: 20 });
    expect(Object.values(ofClient).reduce((sum, count) => sum + count)).toBe(times);
    for (const status of Object.keys(ofClient)) expect(['202', '400', '413', '429']).toContain(status);
  });
});
