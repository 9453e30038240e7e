import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '@bunting/embedded-servers';
import { openGateway, type Gateway } from './gateway.ts';

let gateway: Gateway | undefined;
let upstream: Server | undefined;

afterEach(async () => {
  await gateway?.stop();
  upstream?.closeAllConnections();
  upstream?.close();
  gateway = upstream = undefined;
});

async function open(listener: RequestListener | undefined): Promise<number> {
  let port = await findFreePort();
  if (listener) {
    upstream = createServer(listener).listen(0);
    await once(upstream, 'listening');
    port = (upstream.address() as AddressInfo).port;
  }
  const address = await findFreePort();
  gateway = await openGateway(address, [
    { path: '/v1/variables', port },
    { path: '/health', exact: true, port },
    { path: '/not-found', exact: true, isNotFoundPage: true, port },
  ]);
  return address;
}

/** Sends the path unchanged; fetch and URL would normalise it. */
async function get(
  port: number,
  path: string,
  headers = {},
): Promise<{ response: IncomingMessage; body: string }> {
  const sent = request({ port, path, headers, host: '127.0.0.1' }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { response, body };
}

describe('a stream', () => {
  it('is passed on as it comes, and ends when its client goes', async () => {
    let stream: ServerResponse | undefined;
    const port = await open((_req, res) => {
      stream = res;
      // As sync-api: neither a length nor chunks.
      res.removeHeader('Transfer-Encoding');
      res.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'close' });
      res.write(':\n\n');
    });
    const sent = request({ port, path: '/v1/variables', host: '127.0.0.1', agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(String((await once(response, 'data'))[0])).toBe(':\n\n');
    stream!.socket!.write('data: 1\n\n');
    expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n');
    const ended = once(stream!, 'close');
    response.on('error', () => {});
    sent.destroy();
    await ended;
  });
});

describe('the port of the installation', () => {
  it.each([
    '/v1/variables',
    '/v1/variables?a=%20&b',
    '/v1/variables/',
    '/v1/variables/a%2Fb%20%C3%BC',
    '/v1/variables/%E0%zz/../x//y',
    '/health',
  ])('passes %s on as it came', async (path) => {
    const port = await open((req, res) => res.end(req.url));
    expect((await get(port, path)).body).toBe(path);
  });

  it.each(['http://flags.example', 'HTTPS://flags.example:443'])(
    'uses the path of an absolute address at %s',
    async (origin) => {
      const port = await open((req, res) => res.end(req.url));
      expect((await get(port, `${origin}/v1/variables/a%2Fb?c=/`)).body).toBe('/v1/variables/a%2Fb?c=/');
    },
  );

  it.each([
    '/',
    '/v1',
    '/v1/variablesx',
    '/V1/variables',
    '/health/',
    '/healthz',
    '/readyz',
    '/metrics',
    'http://flags.example',
    'http://flags.example/metrics',
    '/http://flags.example/health',
  ])('knows nothing at %s', async (path) => {
    const port = await open((_req, res) => res.end());
    const { response, body } = await get(port, path);
    expect([response.statusCode, response.headers['content-type'], body]).toEqual([
      404,
      'application/json',
      '{"error":"Not found.","code":"route_not_found"}',
    ]);
  });

  it.each(['/start', '/metrics', '/v1?a=b'])(
    'sends a browser a page at %s, which has no route',
    async (path) => {
      const port = await open((req, res) => res.end(req.url));
      const { body } = await get(port, path, { Accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' });
      expect(body).toBe('/not-found');
    },
  );

  it('passes on method, headers, body, status and answer', async () => {
    const port = await open((req, res) => {
      res.writeHead(418, { 'X-Answer': String(req.headers['x-api-key']) });
      req.pipe(res);
    });
    const response = await fetch(`http://127.0.0.1:${port}/v1/variables`, {
      method: 'POST',
      headers: { 'X-API-Key': 'k' },
      body: 'ünïcödé',
    });
    expect([response.status, response.headers.get('x-answer'), await response.text()]).toEqual([
      418,
      'k',
      'ünïcödé',
    ]);
  });

  it('appends the address of the client to X-Forwarded-For', async () => {
    const port = await open((req, res) =>
      res.end([req.headers['x-forwarded-for'], req.headers['x-forwarded-proto']].join(' | ')),
    );
    const address = `http://127.0.0.1:${port}/health`;
    expect(await (await fetch(address)).text()).toMatch(/^(::ffff:)?127\.0\.0\.1 \| http$/);
    const headers = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' };
    expect(await (await fetch(address, { headers })).text()).toMatch(
      /^203\.0\.113\.9, (::ffff:)?127\.0\.0\.1 \| https, http$/,
    );
  });

  it.each([
    ['that came in', 'abc-1', /^abc-1$/],
    ['that it makes when none came in', undefined, /^[0-9a-f-]{36}$/],
    ['that it makes when a strange one came in', 'two words', /^[0-9a-f-]{36}$/],
  ])('passes a request id on %s', async (_, given, expected) => {
    const port = await open((req, res) => res.end(req.headers['x-request-id']));
    const headers = given === undefined ? {} : { 'X-Request-Id': given };
    const response = await fetch(`http://127.0.0.1:${port}/health`, { headers });
    expect(await response.text()).toMatch(expected);
  });

  it('returns the request id with its own answers', async () => {
    const port = await open(undefined);
    for (const path of ['/nowhere', '/health']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'X-Request-Id': 'abc' },
      });
      expect(headers.get('x-request-id')).toBe('abc');
    }
  });

  it('answers 503 with Retry-After while a service is away', async () => {
    const port = await open(undefined);
    const { response, body } = await get(port, '/v1/variables/a');
    expect([response.statusCode, response.headers['retry-after'], body]).toEqual([
      503,
      '1',
      '{"error":"The service is temporarily unavailable. Try again shortly.","code":"unavailable"}',
    ]);
  });

  it('uses connections to a service again', async () => {
    let connections = 0;
    const port = await open((_req, res) => res.end());
    upstream!.on('connection', () => (connections += 1));
    for (let count = 0; count < 5; count += 1) await get(port, '/health');
    expect(connections).toBe(1);
  });

  it('closes the request to the service when a client has gone', async () => {
    const port = await open(() => {});
    const sent = request({ port, path: '/health', host: '127.0.0.1' })
      .on('error', () => {})
      .end();
    const [received] = (await once(upstream!, 'request')) as [IncomingMessage];
    sent.destroy();
    // events.once would throw the error of the interrupted stream.
    await new Promise((resolve) => received.on('error', () => {}).once('close', resolve));
    expect(received.destroyed).toBe(true);
  });

  it('lets a request in flight finish when it stops', async () => {
    const port = await open(() => {});
    const answered = get(port, '/health');
    const [, response] = (await once(upstream!, 'request')) as [IncomingMessage, ServerResponse];
    const stopped = gateway!.stop();
    response.end('done');
    expect((await answered).body).toBe('done');
    await stopped;
  });
});

describe('a page of another site', () => {
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
  const readable = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
  };

  async function ask(port: number, path: string, method: string): Promise<IncomingMessage> {
    const sent = request({ port, path, method, headers, host: '127.0.0.1', agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  }

  it('reads the 404 of a wrong path and the 503 of a service that is away', async () => {
    const port = await open(undefined);
    for (const [path, status] of [['/v1/nowhere', 404] as const, ['/v1/variables', 503] as const]) {
      const answer = await ask(port, path, 'POST');
      expect([answer.statusCode, answer.headers]).toEqual([status, expect.objectContaining(readable)]);
      const preflight = await ask(port, path, 'OPTIONS');
      expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    }
  });

  it('reads that the head of its request is too large', async () => {
    const port = await open(undefined);
    const answer = await ask(port, `/v1/variables?${'x'.repeat(17_000)}`, 'POST');
    expect([answer.statusCode, answer.headers]).toEqual([431, expect.objectContaining(readable)]);
  });

  it('has no business with the settings', async () => {
    const port = await open(undefined);
    const answer = await ask(port, '/settings/v1/session', 'OPTIONS');
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  });
});
