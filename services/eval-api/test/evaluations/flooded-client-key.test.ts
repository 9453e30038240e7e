/** A public key is in everybody's hands: whatever is done with it, the requests of servers are answered (decisions §8.2). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { flood, postFrom } from '@bunting/testing/apps';
import { keys, signedOrganisation } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({
    document: { organisations: [signedOrganisation({ allowed_origins: ['*'] })] },
    limits: { ratePerMinute: 200, clientRatePerMinute: 100, clientAddressRatePerMinute: 10 },
    env: { TRUST_PROXY: '1', TRUST_PROXY_FROM: 'loopback' },
  });
});
afterAll(() => app.stop());

const send = (key: string, body: string, address = '192.0.2.1') =>
  postFrom(address, `http://127.0.0.1:${app.port}/v1/variables/public`, { key, body });
const addressOf = (n: number) => `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;
const userOf = (n: number) =>
  JSON.stringify({ user: { id: `invented-${n}` }, user_signature: 'f'.repeat(64) });
const oversized = JSON.stringify({ user: { custom_data: { a: 'x'.repeat(80 * 1024) } } });

describe.each([
  ['by one address', 400, 429, () => send(keys.clientOfSigned, '{}', '198.51.100.7')],
  ['by many addresses', 400, 429, (n: number) => send(keys.clientOfSigned, '{}', addressOf(n))],
  [
    'with invented users',
    300,
    401,
    (n: number) => send(keys.clientOfSigned, userOf(n), addressOf(10_000 + n)),
  ],
  [
    'with oversized bodies',
    200,
    413,
    (n: number) => send(keys.clientOfSigned, oversized, addressOf(20_000 + n)),
  ],
] as const)('a client key that is flooded %s', (_, times, refusal, one) => {
  it('is refused, and no request of a server key is', async () => {
    const server = (n: number) => send(keys.signed, JSON.stringify({ user: { id: `known-${n % 3}` } }));
    const [ofClient, ofServer] = await Promise.all([flood(times, 50, one), flood(50, 50, server)]);
    expect(ofServer).toEqual({ 200: 50 });
    expect(Object.keys(ofClient).filter((status) => status !== '200')).toEqual([String(refusal)]);
    expect(ofClient[refusal]).toBeGreaterThan(times / 2);
  });
});
