import { describe, expect, it } from '@jest/globals';
import { attemptLimits } from '../../src/framework/attempt-limits.ts';
import { organisations, password } from '../organisations.ts';
import { callsAs, getCookie } from '../people.ts';
import { useApp, type RunningApp } from '../running-app.ts';

const trusting = useApp({ document: organisations, proxies: 1, proxiesFrom: ['loopback'] });
const elsewhere = useApp({ document: organisations, proxies: 1, proxiesFrom: ['10.0.0.0/8', 'fd00::/8'] });

/** Guesses links to a new password, each time with another client address, and returns the statuses. */
async function guess({ port }: RunningApp, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let host = 1; host <= times; host += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/settings/v1/password-resets/guess-${host}`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': `198.51.100.${host}` },
      body: JSON.stringify({ password: 'a horse, a battery, a staple' }),
    });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  return statuses;
}

describe('X-Forwarded-For, sent to the port of the service itself', () => {
  const { points } = attemptLimits.resetByAddress;

  it('allows no further attempts where the caller is not in a network of proxies', async () => {
    const statuses = await guess(elsewhere, points + 5);
    expect(statuses.slice(0, points)).toEqual(Array.from({ length: points }, () => 404));
    expect(statuses.slice(points)).toEqual([429, 429, 429, 429, 429]);
  });

  it('separates clients where a proxy of ours writes it', async () => {
    expect(new Set(await guess(trusting, points + 5))).toEqual(new Set([404]));
  });

  it('says where a session was opened from, with the whole of an IPv6 address', async () => {
    const from = callsAs(trusting, { 'X-Forwarded-For': '2001:db8::1' });
    const opened = await from.post('/session', { email: 'owner@acme.example', password }).expect(200);
    const { body } = await callsAs(trusting, getCookie(opened)).get('/account/sessions').expect(200);
    expect(body.items).toMatchObject([{ ip_address: '2001:0db8:0000:0000:0000:0000:0000:0001' }]);
  });
});
