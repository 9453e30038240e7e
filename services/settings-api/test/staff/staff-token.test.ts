import { describe, expect, it } from '@jest/globals';
import { attemptLimits } from '../../src/framework/attempt-limits.ts';
import { organisations } from '../organisations.ts';
import { bearer, callsAs, getStatuses } from '../people.ts';
import { staffToken, useApp } from '../running-app.ts';

const app = useApp({ document: organisations, proxies: 1 });
const from = (address: string, token?: string) =>
  callsAs(app, { 'X-Forwarded-For': address, ...(token !== undefined && bearer(token)) });
const path = '/staff/organisations';

describe('the staff token', () => {
  it('may be guessed ten times a minute from one network, also when all guesses come at once', async () => {
    const { points } = attemptLimits.staffByAddress;
    const guesses = Array.from({ length: 200 }, (_, n) => from('192.0.2.1', `guess-${n}`).get(path));
    const statuses = getStatuses(await Promise.all(guesses));
    expect(statuses.filter((status) => status === 401)).toHaveLength(points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200 - points);
    const { body, headers } = await from('192.0.2.1', staffToken).get(path).expect(429);
    expect(body.code).toBe('rate_limit_exceeded');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await from('192.0.2.2', staffToken).get(path).expect(200);
  });

  it('does not count as a guess when it is right or missing', async () => {
    for (let times = 0; times < 12; times += 1) {
      await from('192.0.2.3').get(path).expect(401);
      await from('192.0.2.3', staffToken).get(path).expect(200);
    }
  });
});
