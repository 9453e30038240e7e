/** Which pages may read the answers to client keys (decisions §8.1). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let strict: RunningApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([
    startApp({ document: organisations, limits: { maxBatchKeys: 2 } }),
    startApp({ document: organisations, limits: { clientRatePerMinute: 1 } }),
  ]);
});
afterAll(() => Promise.all([app.stop(), strict.stop()]));

const origin = 'https://app.shop.example';

function ask(
  key: string | undefined,
  options: { path?: string; body?: object | string; from?: string } = {},
) {
  const { path = '/v1/variables/public', body = {}, from = origin } = options;
  const sending = request(app.server).post(path).set('Origin', from);
  if (key !== undefined) sending.set('X-API-Key', key);
  return sending.send(typeof body === 'string' ? body : JSON.stringify(body));
}

function corsHeadersOf({ headers }: Response): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers as Record<string, unknown>).filter(
      ([name]) => name.startsWith('access-control-') || name === 'vary',
    ),
  );
}

const readable = (by: string) => ({
  'access-control-allow-origin': by,
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
  vary: 'Origin',
});

describe('an answer to a client key, with an Origin', () => {
  it('may be read by that page, by whichever way the key came', async () => {
    expect(corsHeadersOf(await ask(keys.client))).toEqual(readable(origin));
    const inQuery = await ask(undefined, { path: `/v1/variables/public?key=${keys.client}` });
    expect([inQuery.status, corsHeadersOf(inQuery)]).toEqual([200, readable(origin)]);
  });

  it('may be read by a page without an origin, by *', async () => {
    expect(corsHeadersOf(await ask(keys.client, { from: 'null' }))).toEqual(readable('null'));
  });

  it.each([
    ['400, of JSON', 400, () => ask(keys.client, { body: 'no JSON' })],
    ['400, of its shape', 400, () => ask(keys.client, { body: { user: 1 } })],
    [
      '400, of its size',
      400,
      () => ask(keys.client, { path: '/v1/variables', body: { keys: ['a', 'b', 'c'] } }),
    ],
    ['401, of the user', 401, () => ask(keys.clientOfSigned, { body: { user: { id: '1' } } })],
    ['403, of the organisation', 403, () => ask(keys.clientOfSuspended)],
    ['413', 413, () => ask(keys.client, { body: { user: { id: 'x'.repeat(70_000) } } })],
  ])('may be read where it is an error: %s', async (_, status, send) => {
    const answer = await send();
    expect([answer.status, corsHeadersOf(answer)]).toEqual([status, readable(origin)]);
  });

  it('may be read where it is 429, with Retry-After', async () => {
    const send = () =>
      request(strict.server)
        .post(`/v1/variables/public?key=${keys.clientOfFewRequests}`)
        .set('Origin', origin)
        .send('{}');
    await send();
    const answer = await send();
    expect([answer.status, corsHeadersOf(answer)]).toEqual([429, readable(origin)]);
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  });

  it.each(['https://shop.example', 'https://www.shop.example', 'https://a.b.shop.example'])(
    'may be read by %s, which is allowed',
    async (from) => {
      expect(corsHeadersOf(await ask(keys.clientOfShop, { from }))).toEqual(readable(from));
    },
  );

  it.each(['https://evil.example', 'http://shop.example', 'https://myshop.example', 'null', 'x'.repeat(400)])(
    'may not be read by %s, which is not allowed',
    async (from) => {
      const answer = await ask(keys.clientOfShop, { from });
      expect([answer.status, corsHeadersOf(answer)]).toEqual([200, { vary: 'Origin' }]);
    },
  );

  it('never allows credentials', async () => {
    const answer = await ask(keys.client).set('Cookie', 'a=b');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

const anyPage = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
};

describe('a refusal may be read by every page, and tells nothing of keys', () => {
  const unknown = 'c1a55e00-0000-8c11-8000-00000000ffff';
  const inQuery = (key: string) => ({ path: `/v1/variables/public?key=${key}` });

  it.each([
    ['an unknown key', () => ask(unknown)],
    ['an unknown key in the query', () => ask(undefined, inQuery(unknown))],
    ['a server key in the query', () => ask(undefined, inQuery(keys.production))],
    ['a datafile key in the query', () => ask(undefined, inQuery(keys.datafile))],
    ['a text that is no key', () => ask('x')],
    ['no key', () => ask(undefined)],
  ])('401 for %s', async (_, send) => {
    const [answer, other] = [await send(), await ask(unknown)];
    expect([answer.status, corsHeadersOf(answer)]).toEqual([401, anyPage]);
    const comparable = ({ headers, body }: Response) => ({
      body: body as unknown,
      headers: { ...(headers as object), date: '', 'x-request-id': '' },
    });
    expect(comparable(answer)).toEqual(comparable(other));
  });

  it.each([
    ['/v1/variables/', 404],
    ['/nowhere', 404],
    ['/v1/variables/%zz', 400],
  ])('%s', async (path, status) => {
    const answer = await ask(keys.client, { path });
    expect([answer.status, corsHeadersOf(answer)]).toEqual([status, anyPage]);
  });

  it.each(['/v1/variables/public', '/v1/variables', '/v1/evaluations', '/ofrep/v1/evaluate/flags/public'])(
    '405 of %s',
    async (path) => {
      const answer = await request(app.server).get(path).set('Origin', origin);
      expect([answer.status, corsHeadersOf(answer)]).toEqual([405, anyPage]);
    },
  );

  it.each(['cross-site', 'same-site'])(
    '403 for an origin that is not allowed, of a page that is %s',
    async (site) => {
      const answer = await ask(keys.clientOfShop, { from: 'https://evil.example' }).set(
        'Sec-Fetch-Site',
        site,
      );
      expect([answer.status, corsHeadersOf(answer)]).toEqual([403, { ...anyPage, vary: 'Origin' }]);
      expect(answer.body).toMatchObject({ code: 'origin_not_allowed' });
    },
  );

  it.each(['same-origin', 'none'])('but a page that is %s needs no leave', async (site) => {
    const answer = await ask(keys.clientOfShop, { from: 'https://evil.example' }).set('Sec-Fetch-Site', site);
    expect(answer.status).toBe(200);
  });
});

describe('none of these headers', () => {
  it.each([
    ['a server key', keys.production],
    ['a datafile key', keys.datafile],
  ])('is sent to a page with %s', async (_, key) => {
    expect(corsHeadersOf(await ask(key))).toEqual({});
  });

  it('is sent to a client key without an Origin', async () => {
    const answer = await request(app.server).post(`/v1/variables/public?key=${keys.client}`).send('{}');
    expect([answer.status, corsHeadersOf(answer)]).toEqual([200, {}]);
  });
});

describe('OPTIONS', () => {
  const paths = ['/v1/variables', '/v1/variables/public', `/v1/variables/public?key=${keys.client}`];

  it.each(paths)('with Access-Control-Request-Method is a preflight at %s', async (path) => {
    const answer = await request(app.server)
      .options(path)
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST', 'X-Request-Id': 'from-a-proxy' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(corsHeadersOf(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, HEAD, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringMatching(/^Content-Type, X-API-Key, .*, \*$/),
      'access-control-max-age': '7200',
    });
    expect(answer.headers['x-request-id']).toBe('from-a-proxy');
  });

  it.each(paths)('without it stays 405 at %s', async (path) => {
    const answer = await request(app.server).options(path).set('Origin', origin);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
    expect(corsHeadersOf(answer)).toEqual(anyPage);
  });

  it.each(['/nowhere', '/v1/variables/'])(
    'is a preflight at %s too, whose 404 a page reads',
    async (path) => {
      const answer = await request(app.server).options(path).set('Access-Control-Request-Method', 'POST');
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, '*']);
    },
  );

  it.each(['/health', '/metrics', '/readyz'])(
    'is no preflight at %s, which is for operators',
    async (path) => {
      const answer = await request(app.server).options(path).set('Access-Control-Request-Method', 'POST');
      expect(answer.status).toBe(405);
    },
  );

  it.each([
    'authorization',
    'traceparent',
    'tracestate',
    'baggage',
    'b3',
    'x-b3-traceid',
    'sentry-trace',
    'x-datadog-trace-id',
    'x-datadog-sampling-priority',
    'newrelic',
    'elastic-apm-traceparent',
    'x-request-id',
    'x-correlation-id',
    'cache-control',
    'pragma',
    'if-none-match',
    'x-requested-with',
  ])('allows %s by name, for browsers that do not know *', async (name) => {
    const answer = await request(app.server).options('/v1/variables').set({
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': name,
    });
    const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toContain(name);
  });

  it('is counted as OPTIONS of its route', async () => {
    const { text } = await request(app.server).get('/metrics');
    expect(text).toMatch(/method="OPTIONS",route="\/v1\/variables\/\{key\}",status="204"/);
  });
});
