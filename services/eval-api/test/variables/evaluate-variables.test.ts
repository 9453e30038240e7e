import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { evaluateVariables, post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
});
afterAll(() => app.stop());

const evaluate = (body: object | string | Buffer, key?: string) => evaluateVariables(app.server, body, key);

/** Returns the keys of `results` in the order of the text; an object would put "2" before "10". */
function keysInOrder(text: string): string[] {
  expect(text.startsWith('{"results":{')).toBe(true);
  return [...text.matchAll(/("(?:[^"\\]|\\.)*"):\{"key":/g)].map(([, key]) => JSON.parse(key!) as string);
}

describe('POST /v1/variables', () => {
  it('evaluates every key against the same user', async () => {
    const user = { id: 'u', email: 'ada@acme.example' };
    const { status, body, headers } = await evaluate({
      keys: ['checkout-enabled', 'paused', 'nothing'],
      user,
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      results: {
        'checkout-enabled': {
          key: 'checkout-enabled',
          value: true,
          variation: 'on',
          reason: 'targeting_rule_matched',
          feature: 'checkout',
          evaluation_trace: expect.any(String),
        },
        paused: {
          key: 'paused',
          value: null,
          variation: null,
          reason: 'targeting_disabled',
          feature: 'paused',
        },
        nothing: {
          key: 'nothing',
          value: null,
          variation: null,
          reason: 'variable_not_found',
          feature: null,
        },
      },
    });
  });

  it('gives the same variation to all variables of one feature', async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { body } = await evaluate({
        keys: ['checkout-enabled', 'checkout-layout'],
        user: { id, country: 'CA' },
      });
      const { results } = body as { results: Record<string, { variation: string }> };
      expect(results['checkout-enabled']!.variation).toBe(results['checkout-layout']!.variation);
    }
  });

  it('gives an empty map for no keys', async () => {
    const { status, text } = await evaluate({ keys: [] });
    expect([status, text]).toEqual([200, '{"results":{}}']);
  });

  it('keeps the order of the request for every key', async () => {
    const asked = ['z', '10', '2', '__proto__', 'constructor', 'a', '1', 'toString', '-1', '0'];
    const { status, text } = await evaluate({ keys: asked });
    expect(status).toBe(200);
    expect(keysInOrder(text)).toEqual(asked);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it('names a key as requested, its result in lower case', async () => {
    const { body } = await evaluate({ keys: ['UNTARGETED'] });
    expect(body).toMatchObject({ results: { UNTARGETED: { key: 'untargeted', feature: 'untargeted' } } });
  });

  it('gives a key asked twice once, where it was asked first', async () => {
    const { text } = await evaluate({ keys: ['b', 'a', 'b', 'B', 'a'] });
    expect(keysInOrder(text)).toEqual(['b', 'a', 'B']);
  });

  it.each([['"quoted"'], ['back\\slash'], ['new\nline'], ['über'], ['世界'], ['\u2028'], ['\ud800'], ['']])(
    'writes the key %j as JSON',
    async (key) => {
      const { status, text } = await evaluate(JSON.stringify({ keys: [key] }));
      expect(status).toBe(200);
      expect(keysInOrder(text)).toEqual([key]);
      expect(JSON.parse(text)).toEqual({
        results: { [key]: expect.objectContaining({ key: key.toLowerCase() }) },
      });
    },
  );

  describe('errors (contract §7.3)', () => {
    it.each([
      ['{}', '"keys" field is required.'],
      ['', '"keys" field is required.'],
      ['{"keys":null}', '"keys" must be a list.'],
      ['{"keys":"a"}', '"keys" must be a list.'],
      ['{"keys":{"0":"a"}}', '"keys" must be a list.'],
      ['{"keys":["a",1]}', '"keys" must be a list of strings.'],
      ['{"keys":[null]}', '"keys" must be a list of strings.'],
      ['{"keys":[],"user":"u"}', '"user" must be an object.'],
      ['{"user":[]}', '"user" must be an object.'],
      ['{"keys":', 'Invalid JSON.'],
      ['[]', 'Body must be a JSON object.'],
    ])('answers 400 to %s: %s', async (body, error) => {
      const response = await evaluate(body);
      expect([response.status, response.body]).toEqual([400, { error }]);
    });

    it.each([undefined, 'nonsense', 'c1a55e00-0000-4000-8000-00000000ffff'])(
      'answers 401 to the key %s',
      async (key) => {
        const { status, body } = await post(app.server, '/v1/variables', { keys: [] }, key);
        expect([status, body]).toEqual([401, { error: 'Invalid or missing API key.' }]);
      },
    );

    it.each(['get', 'put', 'patch', 'delete', 'options'] as const)(
      'answers 405 to %s, as JSON',
      async (method) => {
        const { status, body, headers } = await request(app.server)[method]('/v1/variables');
        expect([status, body]).toEqual([405, { error: 'Method not allowed.' }]);
        expect(headers['allow']).toBe('POST');
      },
    );

    it('answers 404 to a trailing slash', async () => {
      const { status, body } = await post(app.server, '/v1/variables/', { keys: [] }, keys.production);
      expect([status, body]).toEqual([404, { error: 'Not found.', code: 'route_not_found' }]);
    });

    it('ignores a query', async () => {
      const { text } = await post(app.server, '/v1/variables?keys=a', { keys: [] }, keys.production);
      expect(text).toBe('{"results":{}}');
    });

    it('understands a request line with the whole address (RFC 9112 §3.2.2)', async () => {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(
        `POST http://flags.example/v1/variables?x HTTP/1.1\r\nHost: flags.example\r\nConnection: close\r\n` +
          `X-API-Key: ${keys.production}\r\nContent-Length: 11\r\n\r\n{"keys":[]}`,
      );
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{"results":\{\}\}$/);
    });
  });
});
