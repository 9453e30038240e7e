import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemRuntime } from '../schedule/runtime.ts';
import { findNodeHttp } from './node-http.ts';
import { createRequester } from './requester.ts';
import { sendOverHttp } from './send-over-http.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

let server: Server;
let url: string;
let respond: Respond;
beforeAll(async () => {
  server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = { 'Content-Type': 'application/json' };
const gzip = { ...json, 'Content-Encoding': 'gzip' };
const large = JSON.stringify({ text: 'x'.repeat(10_000) });

async function ask(by: Respond, request: { body?: string; maxBytes?: number; timeoutMs?: number } = {}) {
  respond = by;
  const { send, close } = sendOverHttp(url, findNodeHttp()!);
  const requester = createRequester({ url, key: 'key', fetch, send }, systemRuntime);
  const outcome = await requester.send({ path: '/v1/x', timeoutMs: 10_000, ...request });
  close();
  return outcome;
}

describe('a request over the client of Node.js', () => {
  it('has the key and the body, and gets the answer', async () => {
    const outcome = await ask(
      async (request, response) => {
        const body = (await request.toArray()).join('');
        const { method, headers } = request;
        response.writeHead(202, json).end(JSON.stringify({ method, body, key: headers['x-api-key'] }));
      },
      { body: '{"a":"ä"}' },
    );
    expect(outcome).toMatchObject({ kind: 'ok', status: 202 });
    const text = 'text' in outcome ? outcome.text : '';
    expect(JSON.parse(text)).toEqual({ method: 'POST', body: '{"a":"ä"}', key: 'key' });
  });

  it('gets answers compressed', async () => {
    const outcome = await ask((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, gzip).end(gzipSync(large));
    });
    expect(outcome).toMatchObject({ kind: 'ok', text: large });
  });

  it.each([
    ['as it is', json, large],
    ['compressed', gzip, gzipSync(large)],
  ])('fails with an answer that is too large: %s', async (_, headers, body) => {
    const answer: Respond = (_request, response) => void response.writeHead(200, headers).end(body);
    expect(await ask(answer, { maxBytes: 10_010 })).toMatchObject({ code: 'unexpected_answer' });
    expect(await ask(answer, { maxBytes: 10_011 })).toMatchObject({ kind: 'ok' });
  });

  it.each([
    ['is no gzip', gzip, 'text'],
    ['has another encoding', { ...json, 'Content-Encoding': 'br' }, 'text'],
    ['ends before its length', { ...json, 'Content-Length': '100' }, undefined],
  ])('fails with an answer that %s', async (_, headers, body) => {
    const outcome = await ask((_request, response) => {
      response.writeHead(200, headers);
      if (body === undefined) response.write('{', () => response.destroy());
      else response.end(body);
    });
    expect(outcome).toMatchObject({ kind: 'failed' });
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const outcome = await ask((_request, response) => {
      requests += 1;
      response.writeHead(307, { Location: url }).end();
    });
    expect([outcome, requests]).toEqual([expect.objectContaining({ kind: 'failed', status: 307 }), 1]);
  });

  it('ends after its time, also while the answer comes', async () => {
    const outcome = await ask((_request, response) => void response.writeHead(200, json).write('{'), {
      timeoutMs: 50,
    });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
  });
});
