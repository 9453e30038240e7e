import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys, organisations } from './organisations.ts';
import { evaluateVariable, evaluateVariables } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const ratePerMinute = 6;
let app: RunningApp;
let strict: RunningApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([
    startApp({ document: organisations, limits: { maxBatchKeys: 3 } }),
    startApp({ document: organisations, limits: { ratePerMinute, maxBatchKeys: 3 } }),
  ]);
});
afterAll(() => Promise.all([app.stop(), strict.stop()]));

const routes = [
  ['single', (key: string, user: object = {}) => evaluateVariable(app.server, 'untargeted', { user }, key)],
  [
    'batch',
    (key: string, user: object = {}) => evaluateVariables(app.server, { keys: ['untargeted'], user }, key),
  ],
] as const;

describe.each(routes)('governance of the %s route (contract §7.2)', (_, evaluate) => {
  it('refuses a suspended organisation', async () => {
    const { status, body } = await evaluate(keys.suspended);
    expect([status, body]).toEqual([
      403,
      { error: 'The organisation is suspended.', code: 'organisation_suspended' },
    ]);
  });

  it('refuses an inactive organisation', async () => {
    const { status, body } = await evaluate(keys.inactive);
    expect([status, body]).toEqual([
      403,
      { error: 'The organisation has no active subscription.', code: 'organisation_inactive' },
    ]);
  });

  it('serves an inactive organisation on the Free plan', async () => {
    expect((await evaluate(keys.inactiveFree)).status).toBe(200);
  });

  it('refuses users beyond the cap, and still serves those who are counted', async () => {
    const first = { id: 'first' };
    expect((await evaluate(keys.oneUser, first)).status).toBe(200);
    const { status, body } = await evaluate(keys.oneUser, { id: 'second' });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'monthly_active_users_exceeded', error: expect.any(String) });
    expect((await evaluate(keys.oneUser, first)).status).toBe(200);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After, for each organisation separately', async () => {
    const statuses = [];
    for (let i = 0; i < ratePerMinute; i++) {
      const { status } = await evaluateVariable(strict.server, 'untargeted', {}, keys.fewRequests);
      statuses.push(status);
    }
    expect(statuses).toEqual(statuses.map(() => 200));
    const { status, body, headers } = await evaluateVariables(strict.server, { keys: [] }, keys.fewRequests);
    expect(status).toBe(429);
    expect(body).toEqual({
      error: "Too many requests: the organisation's rate limit was exceeded.",
      code: 'rate_limit_exceeded',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await evaluateVariable(strict.server, 'untargeted', {}, keys.production)).status).toBe(200);
  });

  it('comes before the size of the batch', async () => {
    const { status } = await evaluateVariables(
      strict.server,
      { keys: ['a', 'b', 'c', 'd'] },
      keys.fewRequests,
    );
    expect(status).toBe(429);
  });
});

describe('the size of a batch', () => {
  it('is refused above the limit', async () => {
    const { status, body } = await evaluateVariables(app.server, { keys: ['a', 'b', 'c', 'd'] });
    expect([status, body]).toEqual([
      400,
      { error: 'Too many keys: the maximum is 3 per request.', code: 'batch_too_large' },
    ]);
    expect((await evaluateVariables(app.server, { keys: ['a', 'b', 'c'] })).status).toBe(200);
  });

  it('counts a key as often as it is asked', async () => {
    expect((await evaluateVariables(app.server, { keys: ['a', 'a', 'a', 'a'] })).status).toBe(400);
  });

  it('comes after the status of the organisation and before its monthly active users', async () => {
    const asked = { keys: ['a', 'b', 'c', 'd'], user: { id: 'second' } };
    const suspended = await evaluateVariables(app.server, asked, keys.suspended);
    const overCap = await evaluateVariables(app.server, asked, keys.oneUser);
    expect([suspended.body, overCap.body]).toMatchObject([
      { code: 'organisation_suspended' },
      { code: 'batch_too_large' },
    ]);
  });
});
