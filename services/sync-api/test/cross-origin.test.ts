import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFeature } from '@bunting/testing/fixtures';
import request from 'supertest';
import { createDocument, keys } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const origin = 'https://shop.example';
const production = { allowed_origins: [origin] };

let app: RunningApp;
beforeAll(async () => {
  app = await startApp(createDocument({ features: [createFeature('banner')], production }), {
    STREAM_MAX_PER_ADDRESS: '1',
  });
});
afterAll(() => app.stop());

const inQuery = (key: string) => ({ key: undefined, query: `?key=${key}` });
const allowed = {
  vary: 'Origin',
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
};

describe('a stream that a page of another site opens', () => {
  it('may be read by the pages of allowed_origins; so may the answer that refuses it', async () => {
    const headers = { Origin: origin };
    const stream = await app.open({ ...inQuery(keys.client), headers });
    expect([stream.status, stream.headers]).toMatchObject([200, allowed]);
    const refused = await app.open({ ...inQuery(keys.client), headers });
    expect([refused.status, refused.headers]).toMatchObject([429, { ...allowed, 'retry-after': '60' }]);
    stream.close();
  });

  it('may not be read by others', async () => {
    const { headers } = await app.open({
      ...inQuery(keys.client),
      headers: { Origin: 'https://other.example' },
    });
    expect(headers['vary']).toBe('Origin');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('may not be read with a secret key', async () => {
    const { headers } = await app.open({ headers: { Origin: origin } });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('OPTIONS', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    request(app.server).options(path).set(headers);

  it('with Access-Control-Request-Method is a preflight of the stream: 204', async () => {
    const { status, headers } = await ask('/v1/stream', {
      Origin: origin,
      'Access-Control-Request-Method': 'GET',
    });
    expect([status, headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringMatching(/^GET, POST\b/),
        'access-control-allow-headers': expect.stringContaining('Last-Event-ID'),
        'access-control-max-age': '7200',
      },
    ]);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['/v1/stream', {}, 'GET'],
    ['/v1/datafile', {}, 'GET, HEAD'],
  ] as const)('%s with %j is 405', async (path, headers, allow) => {
    const answer = await ask(path, headers);
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
  });
});
