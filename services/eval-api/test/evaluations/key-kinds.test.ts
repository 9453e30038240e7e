import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { evaluateVariable, evaluateVariables } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => void (app = await startApp({ document: organisations })));
afterAll(() => app.stop());

const single = (key: string, slug = 'public', body: object | string = {}) =>
  evaluateVariable(app.server, slug, body, key);
const batch = (key: string, slug = 'public', body: object | string = { keys: [slug] }) =>
  evaluateVariables(app.server, body, key);
const routes = [
  ['single', single],
  ['batch', batch],
] as const;

const notFound = (key: string) => ({
  key,
  value: null,
  variation: null,
  reason: 'variable_not_found',
  feature: null,
});

describe.each(routes)('keys of each kind on the %s route (decisions §8.1)', (_, evaluate) => {
  it.each(['untargeted', 'public'])('a datafile key gets of %s what a server key gets', async (slug) => {
    const { status, text } = await evaluate(keys.datafile, slug);
    expect([status, text]).toEqual([200, (await evaluate(keys.production, slug)).text]);
    expect(text).toContain('default_variation');
  });

  it('a client key gets a variable that is marked', async () => {
    const { status, text } = await evaluate(keys.client);
    expect([status, text]).toEqual([200, (await evaluate(keys.production)).text]);
    expect(text).toContain('default_variation');
  });

  it.each(['untargeted', 'checkout-enabled', 'banner-content', 'public-archived', 'nobody-has-this'])(
    'to a client key %s does not exist',
    async (slug) => {
      const { status, text } = await evaluate(keys.client, slug);
      const expected = JSON.stringify(notFound(slug));
      expect([status, text]).toEqual([
        200,
        evaluate === single ? expected : `{"results":{"${slug}":${expected}}}`,
      ]);
    },
  );

  it('a client key gets no answer about its user beyond what a variable that it gets serves', async () => {
    const { text } = await evaluate(keys.client, 'checkout-enabled', {
      keys: ['checkout-enabled'],
      user: { id: 'user-7', email: 'ada@acme.example' },
    });
    expect(text).not.toContain('self_targeting_override');
    expect(text).not.toContain('evaluation_trace');
  });
});

describe('?key=', () => {
  const ask = (path: string, body: object = {}) =>
    request(app.server).post(path).set('Content-Type', 'text/plain').send(JSON.stringify(body));

  it.each([
    ['single', '/v1/variables/public', {}],
    ['batch', '/v1/variables', { keys: ['public'] }],
  ] as const)(
    'takes a client key on the %s route, in either case, among other parameters',
    async (_, path, body) => {
      for (const query of [
        `?key=${keys.client}`,
        `?key=${keys.client.toUpperCase()}`,
        `?a=1&key=${keys.client}&b=2`,
        `?key=&key=${keys.client}`,
      ]) {
        const { status, text } = await ask(path + query, body);
        expect([query, status]).toEqual([query, 200]);
        expect(text).toContain('default_variation');
      }
    },
  );

  it.each([
    ['a server key', `?key=${keys.production}`],
    ['a datafile key', `?key=${keys.datafile}`],
    ['an unknown key', '?key=c1a55e00-0000-8c11-8000-00000000ffff'],
    ['no UUID', '?key=abc'],
    ['an empty key', '?key='],
    ['a parameter of another name', `?apikey=${keys.client}`],
    ['a name in capitals', `?KEY=${keys.client}`],
    ['an encoded name, which proxies would not mask', `?%6bey=${keys.client}`],
    ['a key and more', `?key=${keys.client}0`],
  ])('with %s is 401, as if it did not exist', async (_, query) => {
    for (const path of ['/v1/variables/public', '/v1/variables']) {
      const { status, text } = await ask(path + query, { keys: [] });
      expect([status, text]).toEqual([401, '{"error":"Invalid or missing API key."}']);
    }
  });

  it('is not read where there is a header: existing requests are answered as before', async () => {
    const both = (header: string, query: string) =>
      ask(`/v1/variables/untargeted?key=${query}`).set('X-API-Key', header);
    expect((await both(keys.production, keys.client)).body).toMatchObject({ reason: 'default_variation' });
    expect((await both(keys.client, keys.production)).body).toMatchObject({ reason: 'variable_not_found' });
    expect((await both('wrong', keys.client)).status).toBe(401);
  });

  it('leaves no key in the log, not even at debug level or of requests that fail', async () => {
    const before = app.lines.length;
    await ask(`/v1/variables/public?key=${keys.client}`);
    await ask(`/v1/variables/public?key=${keys.production}`);
    await request(app.server).get(`/v1/variables/public?key=${keys.client}`);
    await request(app.server).get(`/nowhere?key=${keys.client}`);
    const logged = app.lines.slice(before);
    expect(logged.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(logged)).not.toMatch(/c1a55e00/i);
  });
});

describe('the address of a client', () => {
  it('is the missing user.ip of a client key', async () => {
    for (const user of [undefined, null, {}, { id: 'user-1' }, { ip: 5 }]) {
      const { body } = await single(keys.client, 'public-by-address', { user });
      expect(body).toMatchObject({ reason: 'targeting_rule_matched', value: true });
    }
    const { body } = await batch(keys.client, '', { keys: ['public-by-address'] });
    expect(body.results['public-by-address']).toMatchObject({ value: true });
  });

  it('is not used where the user has one', async () => {
    const { body } = await single(keys.client, 'public-by-address', { user: { ip: '192.0.2.1' } });
    expect(body).toMatchObject({ reason: 'no_rule_matched', value: false });
  });

  it('makes nobody of an anonymous user: there is no trace', async () => {
    const { text } = await single(keys.client, 'public-by-address');
    expect(text).not.toContain('evaluation_trace');
  });

  it('is nothing that a server key gets', async () => {
    const { body } = await single(keys.production, 'public-by-address');
    expect(body).toMatchObject({ reason: 'no_rule_matched', value: false });
  });
});
