/** A public key is in everybody's hands: whatever is sent with it, the events of servers are stored (decisions §8.2). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { eventOf } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({
    limits: { clientRatePerMinute: 500, clientAddressRatePerMinute: 5, bytesPerMinute: 4 * 1024 * 1024 },
    env: { TRUST_PROXY: '1', TRUST_PROXY_FROM: 'loopback' },
  });
});
afterAll(() => app.stop());

function send(key: string, body: string, address: string): Promise<number> {
  return fetch(`http://127.0.0.1:${app.port}/v1/events`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'X-Forwarded-For': address },
    body,
  }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });
}

const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
const bodyOf = (count: number, parts: (n: number) => object) =>
  JSON.stringify({
    events: Array.from({ length: count }, (_, n) => eventOf({ variable: 'public', ...parts(n) })),
  });

describe.each([
  ['at a high rate', 800, () => bodyOf(1, () => ({}))],
  ['with large bodies', 100, () => bodyOf(600, () => ({ event: 'seen' }))],
  ['with oversized bodies', 60, () => bodyOf(2_000, () => ({}))],
  ['with invented names of events', 80, (n: number) => bodyOf(20, (i) => ({ event: `invented ${n} ${i}` }))],
  ['with invented users', 150, (n: number) => bodyOf(20, (i) => ({ user: { id: `invented ${n} ${i}` } }))],
] as const)('a client key that is flooded %s', (_, times, body) => {
  it('is refused before a server key is: all events of servers are stored', async () => {
    const statuses = new Map<number, number>();
    let next = 0;
    async function client(): Promise<void> {
      while (next < times) {
        const n = next++;
        const status = await send(keys.client, body(n), addressOf(n));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    const ofServers: number[] = [];
    async function server(): Promise<void> {
      for (let n = 0; n < 20; n += 1) {
        const event = eventOf({ event: `of a server ${n}`, user: { id: 'known' } });
        ofServers.push(await send(keys.production, JSON.stringify({ events: [event] }), '192.0.2.1'));
      }
    }
    await Promise.all([...Array.from({ length: 20 }, client), server()]);
    expect(ofServers).toEqual(Array(20).fill(202));
    expect(next).toBe(times);
    for (const status of statuses.keys()) expect([202, 400, 413, 429]).toContain(status);
  });
});
