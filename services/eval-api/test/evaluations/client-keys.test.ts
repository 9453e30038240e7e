/** The rights of a client key on the routes of docs/reference/sdks.md (decisions §8.2). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signMembers, signUser } from '@bunting/environments';
import { until } from '@bunting/testing';
import { storeSigningSecrets } from '@bunting/testing/apps';
import request, { type Response } from 'supertest';
import { keys, organisations, signedOrganisation } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const sealingKey = 'a key that seals secrets in tests';
const secret = 'bus_current';
const email = 'known@acme.example';
let app: RunningApp;
let fewRequests: RunningApp;
beforeAll(async () => {
  [app, fewRequests] = await Promise.all([
    startApp({ document: organisations, env: { USER_SIGNING_ENCRYPTION_KEY: sealingKey } }),
    startApp({ document: organisations, limits: { clientRatePerMinute: 3, ratePerMinute: 3 } }),
  ]);
  await storeSigningSecrets(app.pool, 'signed', { current: secret, previous: 'bus_previous', sealingKey });
  await app.apply({ organisations: [signedOrganisation({ allowed_origins: ['https://signed.example'] })] });
});
afterAll(() => Promise.all([app.stop(), fewRequests.stop()]));

interface Asked {
  readonly key: string;
  readonly slug?: string;
  readonly user?: { readonly id?: string; readonly email?: string; readonly ip?: unknown } | undefined;
  readonly signature?: string;
  readonly etag?: string;
  readonly on?: RunningApp;
}
type Ask = (asked: Asked) => PromiseLike<Response>;

const contextOf = ({ id, ...others }: NonNullable<Asked['user']>) => ({ targetingKey: id, ...others });

function send(path: string, { key, etag = '', on = app }: Asked, body: object) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'If-None-Match': etag };
  return request(on.server).post(path).set(headers).send(body);
}

function sendContext(path: string, asked: Asked) {
  const sending = send(path, asked, { context: asked.user && contextOf(asked.user) });
  return asked.signature === undefined ? sending : sending.set('X-Bunting-User-Signature', asked.signature);
}

const routes: [string, Ask][] = [
  [
    'evaluations',
    (asked) => {
      const { slug = 'public', user, signature } = asked;
      return send('/v1/evaluations', asked, { keys: [slug], user, user_signature: signature });
    },
  ],
  ['one flag', (asked) => sendContext(`/ofrep/v1/evaluate/flags/${asked.slug ?? 'public'}`, asked)],
  ['all flags', (asked) => sendContext(`/ofrep/v1/evaluate/flags?keys=${asked.slug ?? 'public'}`, asked)],
];

describe.each(routes)('a client key on the route of %s', (name, ask) => {
  const byAddress = (key: string, user?: Asked['user']) => ask({ key, slug: 'public-by-address', user });

  it.each([
    ['no user', undefined],
    ['a user without an address', { id: 'user-1' }],
    ['an address that is no text', { ip: 5 }],
  ])('with %s has the address of the caller', async (_what, user) => {
    expect((await byAddress(keys.client, user)).text).toContain('targeting_rule_matched');
  });

  it('with an address keeps it, and a server key gets none', async () => {
    expect((await byAddress(keys.client, { ip: '192.0.2.1' })).text).toContain('no_rule_matched');
    expect((await byAddress(keys.production)).text).toContain('no_rule_matched');
  });

  it('sends at most 64 KiB', async () => {
    const user = { id: 'user-1', platform: 'x'.repeat(64 * 1024) };
    const refused = await ask({ key: keys.client, user });
    expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('The body is too large.')]);
    expect((await ask({ key: keys.production, user })).status).toBe(200);
  });

  it('signs its user where users must be signed', async () => {
    const key = keys.clientOfSigned;
    const user = { email };
    const signature = `v2:email:${signMembers(secret, JSON.stringify(user))}`;
    await until(async () => (await ask({ key, user, signature })).status === 200);
    const wrong = await ask({ key, user, signature: signUser(secret, email) });
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('user_signature_invalid')]);
    expect((await ask({ key, user })).status).toBe(401);
    expect((await ask({ key, user: {} })).status).toBe(200);
    expect((await ask({ key: keys.signed, user })).status).toBe(200);
  });

  // One flag has no entity tag.
  const etag = name === 'one flag' ? '' : '*';
  const answered = name === 'one flag' ? 200 : 304;
  it(`takes one token of its own for a request, answered ${answered} or not`, async () => {
    const organisation = { evaluations: 'b5', 'one flag': 'c1', 'all flags': 'c2' }[name]!;
    const ofClient = `c1a55e00-0000-8c11-8000-0000000000${organisation}`;
    const ofServer = `c1a55e00-0000-4000-8000-0000000000${organisation}`;
    const statusesOf = async (key: string) => {
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) statuses.push((await ask({ key, etag, on: fewRequests })).status);
      return statuses;
    };
    expect(await statusesOf(ofClient)).toEqual([answered, answered, answered, 429]);
    expect(await statusesOf(ofServer)).toEqual([answered, answered, answered, 429]);
  });
});
