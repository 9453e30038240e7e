/** The limits of a public key (decisions §8.2). */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMembers, signUser } from '@bunting/environments';
import { until } from '@bunting/testing';
import { storeSigningSecrets } from '@bunting/testing/apps';
import request from 'supertest';
import { keys, organisations, signedOrganisation } from '../organisations.ts';
import { evaluateVariable, evaluateVariables } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const sealingKey = 'a key that seals secrets in tests';
let app: RunningApp;
let fewByOrganisation: RunningApp;
let fewByAddress: RunningApp;
beforeAll(async () => {
  [app, fewByOrganisation, fewByAddress] = await Promise.all([
    startApp({ document: organisations, env: { USER_SIGNING_ENCRYPTION_KEY: sealingKey } }),
    startApp({ document: organisations, limits: { clientRatePerMinute: 3, ratePerMinute: 3 } }),
    startApp({
      document: organisations,
      limits: { clientAddressRatePerMinute: 3 },
      env: { TRUST_PROXY: '1', TRUST_PROXY_FROM: 'loopback' },
    }),
  ]);
});
afterAll(() => Promise.all([app.stop(), fewByOrganisation.stop(), fewByAddress.stop()]));

const rateLimited = (cause: string) => ({
  error: `Too many requests: ${cause}.`,
  code: 'rate_limit_exceeded',
});

async function statusesOf(times: number, send: () => PromiseLike<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await send()).status);
  return statuses;
}

describe('the rate of client keys', () => {
  it('is one of their own for each organisation: servers keep theirs, and the other way round', async () => {
    const { server } = fewByOrganisation;
    const client = () => evaluateVariable(server, 'public', {}, keys.clientOfFewRequests);
    const ofServer = () => evaluateVariable(server, 'public', {}, keys.fewRequests);
    expect(await statusesOf(4, client)).toEqual([200, 200, 200, 429]);
    const refused = await client();
    expect([refused.status, refused.body]).toEqual([
      429,
      rateLimited("the organisation's rate limit was exceeded"),
    ]);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(await statusesOf(4, ofServer)).toEqual([200, 200, 200, 429]);
    expect((await evaluateVariable(server, 'public', {}, keys.clientOfShop)).status).toBe(200);
  });
});

describe('the rate of an address', () => {
  const from = (address: string, key: string) => () =>
    evaluateVariable(fewByAddress.server, 'public', {}, key).set('X-Forwarded-For', address);

  it('is for all client keys together, before the body is read', async () => {
    expect(await statusesOf(2, from('198.51.100.1', keys.client))).toEqual([200, 200]);
    expect(await statusesOf(2, from('198.51.100.1', keys.clientOfShop))).toEqual([200, 429]);
    const refused = await evaluateVariable(fewByAddress.server, 'public', 'no JSON', keys.client).set(
      'X-Forwarded-For',
      '198.51.100.1',
    );
    expect([refused.status, refused.body]).toEqual([
      429,
      rateLimited('this IP address exceeded its rate limit'),
    ]);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect((await from('198.51.100.2', keys.client)()).status).toBe(200);
  });

  it('is for an IPv6 network of 64 bits', async () => {
    expect(await statusesOf(3, from('2001:db8:1:2::a', keys.client))).toEqual([200, 200, 200]);
    expect((await from('2001:db8:1:2:ffff::b', keys.client)()).status).toBe(429);
    expect((await from('2001:db8:1:3::a', keys.client)()).status).toBe(200);
  });

  it('is not for other keys', async () => {
    expect(await statusesOf(6, from('198.51.100.9', keys.production))).toEqual(Array(6).fill(200));
    expect(await statusesOf(6, from('198.51.100.9', keys.datafile))).toEqual(Array(6).fill(200));
  });

  it('is counted as a rejection', async () => {
    const { text } = await request(fewByAddress.server).get('/metrics');
    expect(text).toMatch(/governance_rejections_total\{code="rate_limit_exceeded"\} [1-9]/);
  });
});

describe('a body with a client key', () => {
  const bodyOf = (length: number) => `{"user":{"id":"${'x'.repeat(length - 18)}"}}`.padEnd(length);

  it.each([
    ['single', (body: string, key: string) => evaluateVariable(app.server, 'public', body, key)],
    [
      'batch',
      (body: string, key: string) =>
        evaluateVariables(app.server, `{"keys":[],${body.slice(1)}`.slice(0), key),
    ],
  ] as const)('ends at 64 KiB on the %s route; that of a server key does not', async (_, send) => {
    const room = 64 * 1024 - 10;
    expect((await send(bodyOf(room), keys.client)).status).toBe(200);
    const refused = await send(bodyOf(64 * 1024 + 1), keys.client);
    expect([refused.status, refused.body]).toEqual([
      413,
      { error: 'The body is too large.', code: 'body_too_large' },
    ]);
    expect((await send(bodyOf(64 * 1024 + 1), keys.production)).status).toBe(200);
  });
});

describe('where users must be signed', () => {
  const secrets = { current: 'bus_current', previous: 'bus_previous' };
  beforeAll(async () => {
    await storeSigningSecrets(app.pool, 'signed', { ...secrets, sealingKey });
    await app.apply({
      organisations: [signedOrganisation({ allowed_origins: ['https://signed.example'] })],
    });
    const body = { user: { id }, user_signature: signUser(secrets.current, id) };
    await until(async () => (await single(body)).status === 200);
  });

  const single = (body: object, key: string = keys.clientOfSigned) =>
    evaluateVariable(app.server, 'public', body, key);
  const routes = [
    ['single', single],
    [
      'batch',
      (body: object, key: string = keys.clientOfSigned) =>
        evaluateVariables(app.server, { keys: ['public'], ...body }, key),
    ],
  ] as const;
  const id = 'known';

  describe.each(routes)('on the %s route', (_, evaluate) => {
    it('a signature under the current secret is accepted, and one under the previous', async () => {
      for (const secret of Object.values(secrets)) {
        const { status } = await evaluate({ user: { id }, user_signature: signUser(secret, id) });
        expect(status).toBe(200);
      }
    });

    it('of the first form signs the id alone, and no address', async () => {
      const signature = createHmac('sha256', secrets.current).update('7').digest('hex');
      const email = 'known@acme.example';
      expect((await evaluate({ user: { id: 7, email }, user_signature: signature })).status).toBe(200);
      const ofAddress = { user: { email }, user_signature: signUser(secrets.current, email) };
      expect((await evaluate(ofAddress)).status).toBe(401);
    });

    it('of the second form signs the members that it names', async () => {
      const user = { email: 'known@acme.example', custom_data: { plan: 'gold' } };
      const text = '{"custom_data":{"plan":"gold"},"email":"known@acme.example"}';
      const signature = `v2:email,custom_data:${signMembers(secrets.current, text)}`;
      expect((await evaluate({ user, user_signature: signature })).status).toBe(200);
      const other = { ...user, custom_data: { plan: 'free' } };
      expect((await evaluate({ user: other, user_signature: signature })).status).toBe(401);
      expect((await evaluate({ user: { ...user, id: '1' }, user_signature: signature })).status).toBe(401);
    });

    it.each([
      ['none', undefined],
      ['null', null],
      ['no text', 5],
      ['one under another secret', signUser('bus_other', id)],
      ['one of another user', signUser(secrets.current, 'other')],
      ['one in capitals', signUser(secrets.current, id).toUpperCase()],
      ['one that is too short', signUser(secrets.current, id).slice(1)],
      ['one that is no hexadecimal number', 'é'.repeat(64)],
    ])('with %s it is 401', async (_what, signature) => {
      const { status, body } = await evaluate({ user: { id }, user_signature: signature });
      expect([status, body]).toEqual([
        401,
        { error: 'The user signature is missing or invalid.', code: 'user_signature_invalid' },
      ]);
    });

    it('a user without an identity needs none, and a server key neither', async () => {
      expect((await evaluate({})).status).toBe(200);
      expect((await evaluate({ user: { country: 'CA' } })).status).toBe(200);
      expect((await evaluate({ user: { id } }, keys.signed)).status).toBe(200);
    });

    it('a wrong shape is told first', async () => {
      expect((await evaluate({ user: 5 })).status).toBe(400);
    });
  });

  it('invented users take no slot of the month from a server key', async () => {
    for (let n = 0; n < 20; n += 1) {
      expect((await single({ user: { id: `invented-${n}` }, user_signature: 'a'.repeat(64) })).status).toBe(
        401,
      );
    }
    expect((await single({ user: { id: '7' } }, keys.signed)).status).toBe(200);
  });
});

describe('where users must be signed and no secret can be decrypted', () => {
  it('every user with an identity is refused, and anonymous ones are not', async () => {
    const { server } = fewByOrganisation;
    expect((await evaluateVariable(server, 'public', {}, keys.clientOfSigned)).status).toBe(200);
    const user = { id: '1' };
    const body = { user, user_signature: signUser('', '1') };
    expect((await evaluateVariable(server, 'public', body, keys.clientOfSigned)).status).toBe(401);
  });
});
