import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { answer } from '../src/errors/answer.ts';
import { createErrorHandler } from '../src/errors/error-handler.ts';
import { createLogger } from '@bunting/observability';
import { readBody } from '../src/body/read-body.ts';
import { openSocket, serving, untilClosed, type Serving } from './serving.ts';

const maxBytes = 1000;
const lines: string[] = [];
const log = createLogger({
  service: 'test',
  level: 'debug',
  destination: { write: (line: string) => void lines.push(line) },
});
const handleError = createErrorHandler({ log });
const thrown: unknown[] = [];

async function echo(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const bytes = await readBody(req, maxBytes);
    answer(res, 200, JSON.stringify(bytes.toString()));
  } catch (error) {
    thrown.push(error);
    handleError(error, req, res);
  }
}

let server: Serving;
beforeAll(async () => {
  server = await serving((req, res) => void echo(req, res), { requestTimeoutMs: 300 });
});
afterAll(() => server.stop());

const post = (bytes: Buffer, encoding?: string) => {
  const sending = request(server.url).post('/');
  if (encoding !== undefined) sending.set('Content-Encoding', encoding);
  return sending
    .set('Content-Type', 'application/octet-stream')
    .serialize((body: Buffer) => body as unknown as string)
    .send(bytes);
};

describe('readBody', () => {
  it('gives the bytes of a body in one chunk and in many', async () => {
    const whole = await post(Buffer.from('hello'));
    expect(whole.body).toBe('hello');

    const socket = await openSocket(server.port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const part of ['he', 'l', 'lo']) socket.write(`${part.length}\r\n${part}\r\n`);
    socket.write('0\r\n\r\n');
    expect(await untilClosed(socket)).toContain('"hello"');
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['GZIP', gzipSync('hello')],
    ['deflate', deflateSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['identity', Buffer.from('hello')],
  ])('undoes Content-Encoding %s', async (encoding, bytes) => {
    const response = await post(bytes, encoding);
    expect([response.status, response.body]).toEqual([200, 'hello']);
  });

  it.each([['compress'], ['gzip, gzip'], ['__proto__']])(
    'answers 415 to Content-Encoding %s',
    async (encoding) => {
      const response = await post(gzipSync('hello'), encoding);
      expect(response.status).toBe(415);
      expect(response.headers['accept-encoding']).toBe('gzip, deflate, br');
    },
  );

  it('answers 400 to compressed bytes that are corrupt or cut off', async () => {
    const cutOff = await post(gzipSync('hello').subarray(0, 12), 'gzip');
    const corrupt = await post(Buffer.from('hello'), 'gzip');
    expect([cutOff.status, corrupt.status]).toEqual([400, 400]);
  });

  it('answers 413 to a body over the limit, with or without Content-Length, and keeps the connection', async () => {
    const exact = await post(Buffer.alloc(maxBytes, 'a'));
    const over = await post(Buffer.alloc(maxBytes + 1, 'a'));
    expect([exact.status, over.status]).toEqual([200, 413]);

    const socket = await openSocket(server.port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let i = 0; i < 50; i++) socket.write(`64\r\n${'a'.repeat(100)}\r\n`);
    socket.write('0\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok');
    const answers = await untilClosed(socket);
    expect(answers).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 [\s\S]*"ok"$/);
  });

  it('answers 413 to a compressed body that expands beyond the limit, without using that memory', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const small = gzipSync(Buffer.alloc(maxBytes + 1));
    const before = process.memoryUsage().arrayBuffers;
    expect((await post(small, 'gzip')).status).toBe(413);
    expect((await post(bomb.subarray(0, maxBytes), 'gzip')).status).toBe(413);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('reports no error when the client disconnects in the middle', async () => {
    lines.length = 0;
    const before = thrown.length;
    const socket = await openSocket(server.port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    const response = await post(Buffer.from('hello'));
    expect(response.body).toBe('hello');
    expect([lines, thrown.length]).toEqual([[], before]);
  });

  it('ends an upload that takes too long', async () => {
    const socket = await openSocket(server.port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
