import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { services } from '../src/services.ts';
import { sharedInstallation } from './installation/shared-installation.ts';

const { port, ports } = await sharedInstallation();

/** Sends bytes unchanged and returns what comes back. */
async function send(text: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  socket.setEncoding('latin1');
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk)).on('error', () => {});
  socket.write(text, 'latin1'); // a client that ends its side counts as gone
  await once(socket, 'close');
  return answer;
}

const get = (target: string, to?: number) =>
  send(`GET ${target} HTTP/1.1\r\nHost: flags.example\r\nConnection: close\r\n\r\n`, to);

/** Pages for operators, on the services' own ports, and a text by which each is recognised. */
const inside = [
  { path: '/metrics', service: 'eval-api', mark: '# HELP process_cpu' },
  { path: '/metrics', service: 'settings-api', mark: '# HELP process_cpu' },
  { path: '/readyz', service: 'settings-api', mark: '{"status":"ok"}' },
  { path: '/livez', service: 'ingest-api', mark: '{"status":"ok"}' },
  { path: '/queues', service: 'webhook-dispatcher', mark: 'Bunting staff' },
];
const marks = [...new Set(inside.map(({ mark }) => mark))];

/** Ways to write a path so that the server behind the gateway might read another one. */
const ways: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'in absolute form': (path) => `http://127.0.0.1:8085${path}`,
  'in absolute form of another scheme': (path) => `ftp://127.0.0.1${path}`,
  'with two slashes': (path) => `/${path}`,
  'with a slash at its end': (path) => `${path}/`,
  'in capitals': (path) => path.toUpperCase(),
  'with a query': (path) => `${path}?a=/v1/variables/`,
  'with a fragment': (path) => `${path}#/v1/variables`,
  'behind a fragment': (path) => `/v1/variables#/..${path}`,
  'with its first letter encoded': (path) => `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  'with an encoded slash': (path) => `%2f${path.slice(1)}`,
  'with NUL behind it': (path) => `${path}%00/v1/variables`,
  'above variables': (path) => `/v1/variables/../..${path}`,
  'above variables, with dots encoded': (path) => `/v1/variables/%2e%2e/%2e%2e${path}`,
  'above variables, with slashes encoded': (path) => `/v1/variables/..%2f..${path.replace('/', '%2f')}`,
  'above variables, encoded twice': (path) => `/v1/variables/%252e%252e/%252e%252e${path}`,
  'above variables, with backslashes': (path) => `/v1/variables/..\\..${path.replace('/', '\\')}`,
  'above variables, with parameters': (path) => `/v1/variables/..;/..;${path}`,
  'above settings': (path) => `/settings/v1/../..${path}`,
  'below settings': (path) => `/settings${path}`,
  'above settings, with two slashes': (path) => `/settings//..${path}`,
  'above health': (path) => `/health/..${path}`,
};

describe('what is behind the one address', () => {
  it.each(inside)('exists: $path of $service', async ({ path, service, mark }) => {
    const { portVariable } = services.find(({ name }) => name === service)!;
    expect(await get(path, Number(ports[portVariable]))).toContain(mark);
  });

  it.each(Object.entries(ways))('is not reached %s', async (_, write) => {
    for (const path of new Set(inside.map((each) => each.path))) {
      const answer = await get(write(path));
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      for (const mark of marks) expect(answer).not.toContain(mark);
    }
  });

  it.each([
    ['CONNECT', 'CONNECT 127.0.0.1:8085 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['HTTP/0.9', 'GET /metrics\r\n'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [
      'an upgrade to h2c',
      'GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
    ],
    ['HTTP/2 out of the blue', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [
      'an upgrade to a web socket',
      'GET /queues HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    ],
    [
      'another path in a header',
      'GET /v1/variables HTTP/1.1\r\nHost: x\r\nX-Original-URL: /metrics\r\nX-Rewrite-URL: /queues\r\nConnection: close\r\n\r\n',
    ],
  ])('is not reached by %s', async (_, text) => {
    const answer = await send(text);
    for (const mark of marks) expect(answer).not.toContain(mark);
    expect(answer).not.toMatch(/^HTTP\/1\.1 (1|2|3)/);
  });

  const hidden = 'GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST /v1/variables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n${body}`;
  it.each([
    [
      'a length and chunks',
      post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    [
      'chunks and a length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 64\r\n', hidden)],
    ['a length that is none', post('Content-Length: +0\r\n', hidden)],
    ['a transfer encoding that is none', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a header on two lines', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a carriage return of its own', post('X: a\rTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['the same length twice', post('Content-Length: 0\r\nContent-Length: 0\r\n', hidden)],
    ['a list of lengths', post('Content-Length: 0, 0\r\n', hidden)],
    ['a negative length', post('Content-Length: -1\r\n', hidden)],
    ['a line feed of its own', post('X: a\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['a NUL in a header', post('X: a\0b\r\nContent-Length: 0\r\n', hidden)],
    ['chunks in chunks', post('Transfer-Encoding: chunked, chunked\r\n', `0\r\n\r\n${hidden}`)],
    ['chunks that are not last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
    ['a chunk that is longer than it says', post('Transfer-Encoding: chunked\r\n', `1\r\n{}\r\n${hidden}`)],
    [
      'a line feed in the extension of a chunk',
      post('Transfer-Encoding: chunked\r\n', `2;a\nb\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    [
      'the length of a chunk beyond all numbers',
      post('Transfer-Encoding: chunked\r\n', `10000000000000000\r\n${hidden}`),
    ],
  ])('is not reached by a request behind another with %s', async (_, text) => {
    const answer = await send(text);
    for (const mark of marks) expect(answer).not.toContain(mark);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });
});
