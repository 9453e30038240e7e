import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const all = '/ofrep/v1/evaluate/flags';
const ratePerMinute = 2;
let app: RunningApp;
let strict: RunningApp;
let below: RunningApp;
beforeAll(async () => {
  [app, strict, below] = await Promise.all([
    startApp({ document: organisations, limits: { maxBatchKeys: 3 } }),
    startApp({ document: organisations, limits: { ratePerMinute }, publicUrl: 'https://flags.acme.example' }),
    startApp({ document: organisations, publicUrl: 'https://acme.example:8443/a/flags' }),
  ]);
});
afterAll(() => Promise.all([app.stop(), strict.stop(), below.stop()]));

const ofUser = (targetingKey: string) => ({ context: { targetingKey } });

interface Flags {
  readonly flags: readonly { readonly key: string }[];
}

interface Streams {
  readonly eventStreams: readonly {
    readonly endpoint: { readonly origin: string; readonly requestUri: string };
  }[];
}

describe.each([
  ['one', `${all}/untargeted`, 'untargeted'],
  ['all', all, undefined],
])('OFREP: %s (docs/reference/sdks.md)', (_, path, key) => {
  it('is 403 when the monthly active users are exceeded, and names the code', async () => {
    await post(app.server, path, ofUser('first'), keys.oneUser);
    const { status, body } = await post(app.server, path, ofUser('second'), keys.oneUser);
    expect([status, body]).toEqual([
      403,
      {
        ...(key !== undefined && { key }),
        errorCode: 'GENERAL',
        errorDetails: expect.any(String),
        metadata: { code: 'monthly_active_users_exceeded' },
      },
    ]);
    expect((await post(app.server, path, ofUser('first'), keys.oneUser)).status).toBe(200);
  });

  it('is 413 for a body that is too large', async () => {
    const context = { text: 'a'.repeat(100 * 1024) };
    const { status, body } = await post(app.server, path, { context }, keys.production);
    expect([status, body]).toMatchObject([
      413,
      { errorCode: 'GENERAL', errorDetails: 'The body is too large.' },
    ]);
  });

  it('is PARSE_ERROR for a body that is too deep', async () => {
    const deep = `{"context":${'['.repeat(200)}${']'.repeat(200)}}`;
    const { status, body } = await post(app.server, path, deep, keys.production);
    expect([status, body]).toMatchObject([400, { errorCode: 'PARSE_ERROR' }]);
  });

  it('is 429 beyond the rate limit, with whole seconds of at most a minute', async () => {
    const statuses = [];
    let answer;
    do {
      answer = await post(strict.server, path, {}, keys.fewRequests);
      statuses.push(answer.status);
    } while (answer.status === 200 && statuses.length <= ratePerMinute);
    expect([answer.status, answer.body]).toMatchObject([429, { errorCode: 'GENERAL' }]);
    expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });
});

describe('OFREP: all (docs/reference/sdks.md)', () => {
  it('bounds keys', async () => {
    const { status, body } = await post(app.server, `${all}?keys=a,b,c,d`, {}, keys.production);
    expect([status, body]).toMatchObject([
      400,
      { errorCode: 'GENERAL', metadata: { code: 'batch_too_large' } },
    ]);
  });

  it('is in the order of slugs, whatever the case of the keys is', async () => {
    const { body } = await post(app.server, `${all}?keys=untargeted,Finished,PAUSED`, {}, keys.production);
    expect((body as Flags).flags.map(({ key }) => key)).toEqual(['Finished', 'PAUSED', 'untargeted']);
    const { body: other } = await post(app.server, `${all}?keys=finished,PAUSED`, {}, keys.production);
    expect((other as Flags).flags.map(({ key }) => key)).toEqual(['finished', 'PAUSED']);
  });

  it('has an entity tag over the whole body, which the next request can name', async () => {
    const first = await post(app.server, all, ofUser('user-1'), keys.production);
    const etag = first.headers['etag']!;
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = (context: object) =>
      request(app.server)
        .post(all)
        .set({ 'X-API-Key': keys.production, 'If-None-Match': etag })
        .send({ context });
    expect((await again({ targetingKey: 'user-1' })).status).toBe(304);
    expect((await again({ targetingKey: 'user-7' })).status).toBe(200);
  });

  it.each([
    ['PUBLIC_URL', () => strict, 'https://flags.acme.example', '', 'ignored.example'],
    ['PUBLIC_URL below a path', () => below, 'https://acme.example:8443', '/a/flags', 'ignored.example'],
    ['Host', () => app, 'http://flags.example:8080', '', 'flags.example:8080'],
  ])('names the stream to a client key, at %s', async (_what, appOf, origin, path, host) => {
    const { body } = await request(appOf().server)
      .post(all)
      .set({ 'X-API-Key': keys.client.toUpperCase(), Host: host })
      .send({});
    expect((body as Streams).eventStreams).toEqual([
      {
        type: 'sse',
        endpoint: { origin, requestUri: `${path}/v1/stream?key=${keys.client}` },
        inactivityDelaySec: 120,
      },
    ]);
  });
});
