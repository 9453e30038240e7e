import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys, organisationToken, organisations } from '../organisations.ts';
import { evaluateVariable, post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
});
afterAll(() => app.stop());

const evaluate = (segment: string, body?: object | string | Buffer, key?: string) =>
  evaluateVariable(app.server, segment, body, key);

describe('POST /v1/variables/{key}', () => {
  describe('reasons (contract §4.1)', () => {
    it.each([
      ['targeting_rule_matched', 'checkout-enabled', { email: 'ada@acme.example' }, true, 'on', 'checkout'],
      ['self_targeting_override', 'checkout-enabled', { id: 'user-7' }, true, 'on', 'checkout'],
      ['default_variation', 'untargeted', {}, false, 'off', 'untargeted'],
      ['no_rule_matched', 'checkout-enabled', { country: 'DE' }, false, 'off', 'checkout'],
      ['feature_complete', 'finished', {}, true, 'on', 'finished'],
      ['targeting_disabled', 'paused', {}, null, null, 'paused'],
      ['variable_not_found', 'no-such-variable', {}, null, null, null],
    ])('answers %s', async (reason, key, user, value, variation, feature) => {
      const response = await evaluate(key, { user });
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('application/json');
      expect(response.body).toMatchObject({ key, value, variation, reason, feature });
    });

    it.each(['archived', 'deleted'])(
      'answers variable_not_found for a variable of an %s feature',
      async (key) => {
        const { status, body } = await evaluate(key);
        expect([status, body]).toEqual([
          200,
          { key, value: null, variation: null, reason: 'variable_not_found', feature: null },
        ]);
      },
    );

    it('gives null where the environment has no default, and keeps the reason', async () => {
      const { body } = await evaluate('undefaulted', { user: { id: 'u' } });
      expect(body).toEqual({
        key: 'undefaulted',
        value: null,
        variation: null,
        reason: 'default_variation',
        feature: 'undefaulted',
      });
    });

    it('evaluates in the environment of the key', async () => {
      const { body } = await evaluate('checkout-enabled', { user: { id: 'user-7' } }, keys.staging);
      expect(body).toMatchObject({ value: null, reason: 'default_variation' });
    });

    it('serves values exactly as they are stored', async () => {
      const content = await evaluate('banner-content');
      expect(content.text).toContain(
        '"value":{"title":"Grüße, 世界","cents":1.5,"list":[1,[2,{"deep":null}]]}',
      );
      const height = await evaluate('banner-height');
      expect(height.text).toContain('"value":40.5');
    });
  });

  describe('the key in the path', () => {
    it('finds the variable in any case and answers with the key in lower case', async () => {
      const { body } = await evaluate('Checkout-ENABLED');
      expect(body).toMatchObject({ key: 'checkout-enabled', feature: 'checkout' });
    });

    it.each([
      ['%63heckout-enabled', 'checkout-enabled'],
      ['a%2Fb', 'a/b'],
      ['%C3%9CBER', 'über'],
      ['a+b', 'a+b'],
      ['%22%5C', '"\\'],
    ])('decodes %s', async (segment, key) => {
      const { status, body } = await evaluate(segment);
      expect([status, body]).toEqual([200, expect.objectContaining({ key })]);
    });

    it.each(['%', '%zz', '%E0%A4%A'])('answers 400 to %s, which cannot be decoded', async (segment) => {
      const { status, text } = await evaluate(segment);
      expect([status, text]).toEqual([400, '{"error":"The path has invalid percent-encoding."}']);
    });

    it('ignores a query', async () => {
      const { body } = await evaluate('untargeted?user=1&key=2');
      expect(body).toMatchObject({ key: 'untargeted', reason: 'default_variation' });
    });
  });

  describe('the user (contract §2.2)', () => {
    it.each([
      ['no body', ''],
      ['an empty object', '{}'],
      ['null', '{"user":null}'],
      ['an empty user', '{"user":{}}'],
    ])('is anonymous with %s', async (_, body) => {
      const response = await evaluate('checkout-enabled', body);
      expect(response.body).toMatchObject({ reason: 'no_rule_matched' });
    });

    it.each(['"u"', '1', 'true', '[]', '[{}]'])('must be an object, not %s', async (user) => {
      const { status, text } = await evaluate('checkout-enabled', `{"user":${user}}`);
      expect([status, text]).toEqual([400, String.raw`{"error":"\"user\" must be an object."}`]);
    });

    it('may have a number as id', async () => {
      const { body } = await evaluate('checkout-enabled', '{"user":{"id":7,"country":"CA"}}');
      expect(body).toMatchObject({ reason: 'targeting_rule_matched' });
    });
  });

  describe('evaluation_trace (contract §2.3)', () => {
    it.each([[{ id: 'u' }], [{ email: 'u@example.com' }], [{ id: 5 }]])(
      'is given to %j when a variation is served',
      async (user) => {
        const { body } = await evaluate('untargeted', { user });
        expect(body).toEqual({
          key: 'untargeted',
          value: false,
          variation: 'off',
          reason: 'default_variation',
          feature: 'untargeted',
          evaluation_trace: expect.stringMatching(/^[\w-]{1,200}$/),
        });
      },
    );

    it.each([[{}], [{ id: '' }], [{ email: '' }], [{ country: 'CA' }]])(
      'is not given to %j',
      async (user) => {
        const { body } = await evaluate('untargeted', { user });
        expect(body).not.toHaveProperty('evaluation_trace');
      },
    );

    it.each(['paused', 'undefaulted', 'no-such-variable'])(
      'is absent when nothing is served: %s',
      async (key) => {
        const { body } = await evaluate(key, { user: { id: 'u' } });
        expect(body).not.toHaveProperty('evaluation_trace');
      },
    );

    it('is different each time', async () => {
      const traces = [];
      for (let i = 0; i < 3; i++) {
        const { body } = await evaluate('untargeted', { user: { id: 'u' } });
        traces.push((body as { evaluation_trace: string }).evaluation_trace);
      }
      expect(new Set(traces).size).toBe(3);
    });
  });

  describe('errors (contract §7.3)', () => {
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['not a UUID', 'production'],
      ['unknown', 'c1a55e00-0000-4000-8000-00000000ffff'],
      ['two keys', `${keys.production}, ${keys.production}`],
    ])('answers 401 to a key that is %s', async (_, key) => {
      const { status, text, headers } = await post(app.server, '/v1/variables/untargeted', {}, key);
      expect([status, text]).toEqual([401, '{"error":"Invalid or missing API key."}']);
      expect(headers['content-type']).toBe('application/json');
    });

    it('takes the key in capitals', async () => {
      const { status } = await evaluate('untargeted', {}, keys.production.toUpperCase());
      expect(status).toBe(200);
    });

    it.each(['X-API-Key', 'Authorization'])('refuses an organisation token in %s', async (header) => {
      const { status, text } = await request(app.server)
        .post('/v1/variables/untargeted')
        .set(header, header === 'Authorization' ? `Bearer ${organisationToken}` : organisationToken);
      expect([status, text]).toEqual([401, '{"error":"Invalid or missing API key."}']);
    });

    it('refuses an environment key in another header', async () => {
      const { status } = await request(app.server)
        .post('/v1/variables/untargeted')
        .set('Authorization', `Bearer ${keys.production}`);
      expect(status).toBe(401);
    });

    it.each(['{', 'nothing', '{"user":}', "{'user':{}}"])('answers 400 to %s, no JSON', async (body) => {
      const { status, text } = await evaluate('untargeted', body);
      expect([status, text]).toEqual([400, '{"error":"Invalid JSON."}']);
    });

    it.each(['[]', '"text"', '7', 'null'])('answers 400 to %s, no object', async (body) => {
      const { status, text } = await evaluate('untargeted', body);
      expect([status, text]).toEqual([400, '{"error":"Body must be a JSON object."}']);
    });

    it('answers 413 to a body over the limit', async () => {
      const { status, text } = await evaluate('untargeted', { filling: 'x'.repeat(100 * 1024) });
      expect([status, text]).toEqual([413, '{"error":"The body is too large.","code":"body_too_large"}']);
    });

    it('does not enforce the Content-Type', async () => {
      const { status } = await request(app.server)
        .post('/v1/variables/untargeted')
        .set('X-API-Key', keys.production)
        .set('Content-Type', 'text/plain')
        .send('{"user":{}}');
      expect(status).toBe(200);
    });

    it.each(['get', 'put', 'patch', 'delete', 'options'] as const)(
      'answers 405 to %s, as a page',
      async (method) => {
        const response = await request(app.server)[method]('/v1/variables/untargeted');
        expect(response.status).toBe(405);
        expect(response.headers).toMatchObject({ allow: 'POST', 'x-content-type-options': 'nosniff' });
        expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(response.text).toContain('<h1>Method Not Allowed</h1>');
      },
    );

    it('answers HEAD with 405 and no body', async () => {
      const response = await request(app.server).head('/v1/variables/untargeted');
      expect([response.status, response.headers['allow'], response.text ?? '']).toEqual([405, 'POST', '']);
    });

    it.each(['untargeted/', 'untargeted/x', ''])('answers 404 in JSON to /v1/variables/%s', async (rest) => {
      const { status, text } = await evaluate(rest);
      expect([status, text]).toEqual([404, '{"error":"Not found.","code":"route_not_found"}']);
    });

    it.each([
      '/V1/variables/untargeted',
      '/v1/Variables/untargeted',
      '/v2/variables/untargeted',
      '//v1/variables',
    ])('answers 404 to %s', async (path) => {
      const { status, text } = await post(app.server, path, {}, keys.production);
      expect([status, text]).toEqual([404, '{"error":"Not found.","code":"route_not_found"}']);
    });
  });

  describe('the order of checks (decisions §1.4)', () => {
    const wrongKey = 'c1a55e00-0000-4000-8000-00000000ffff';

    it('puts the method before the key', async () => {
      expect((await request(app.server).get('/v1/variables/untargeted')).status).toBe(405);
    });

    it('puts the key before the body', async () => {
      expect((await evaluate('untargeted', '{', wrongKey)).status).toBe(401);
    });

    it('puts the body before its shape, and its shape before the organisation', async () => {
      const unparseable = await evaluate('untargeted', '{', keys.suspended);
      const malformed = await evaluate('untargeted', '{"user":1}', keys.suspended);
      const refused = await evaluate('untargeted', '{}', keys.suspended);
      expect([unparseable.status, malformed.status, refused.status]).toEqual([400, 400, 403]);
    });
  });
});
