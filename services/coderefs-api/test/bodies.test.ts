import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tokens } from './organisations.ts';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { deleteAll, readPositions } from './stored.ts';

const maxBodyBytes = 1024 * 1024;
/** An organisation gets a quarter of it. */
const memoryBytes = 4 * maxBodyBytes;
let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ maxBodyBytes, memoryBytes });
});
beforeEach(async () => {
  await deleteAll(app);
  await push(app, snapshot({ references: [{ key: 'kept', file: 'f' }] }));
});
afterAll(() => app.stop());

const references = Array.from({ length: 2_000 }, (_, n) => ({
  key: `key-${n}`,
  file: 'src/a.ts',
  line_number: n + 1,
}));
const body = JSON.stringify(snapshot({ references }));
const expectNothingChanged = async () => {
  expect(await readPositions(app, 'recorded')).toEqual(['kept f:']);
  expect(await readPositions(app, 'stale')).toEqual([]);
};
const head = (headers: string) =>
  `POST /v1/code-references HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.acme}\r\n${headers}\r\n\r\n`;

describe('compressed bodies (decisions §4)', () => {
  it.each([
    ['gzip', gzipSync(body)],
    ['x-gzip', gzipSync(body)],
    ['GZIP', gzipSync(body)],
    ['deflate', deflateSync(body)],
    ['br', brotliCompressSync(body)],
    ['identity', Buffer.from(body)],
  ])('%s', async (encoding, bytes) => {
    const answered = await push(app, bytes, { headers: { 'Content-Encoding': encoding } });
    expect(answered).toMatchObject({ status: 200, body: { accepted: 2_000 } });
  });

  it('415 for an unknown encoding', async () => {
    const answered = await push(app, body, { headers: { 'Content-Encoding': 'zstd' } });
    expect([answered.status, answered.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate, br']);
    await expectNothingChanged();
  });

  it.each<[what: string, bytes: Buffer | string]>([
    ['is none', body],
    ['is cut off', gzipSync(body).subarray(0, -20)],
    ['has been damaged', Buffer.from(gzipSync(body).map((byte, at) => (at === 500 ? byte ^ 0xff : byte)))],
  ])('400 for gzip that %s', async (_, bytes) => {
    const answered = await push(app, bytes, { headers: { 'Content-Encoding': 'gzip' } });
    expect(answered.status).toBe(400);
    await expectNothingChanged();
  });
});

describe('413: a body that is too large', () => {
  const large = JSON.stringify(
    snapshot({
      references: Array.from({ length: 2_200 }, () => ({ key: 'k', file: 'f', snippet: 'x'.repeat(450) })),
    }),
  );
  const spaces = Buffer.alloc(20 * maxBodyBytes, ' ');
  const empty = gzipSync('');
  const tooLarge = { status: 413, body: { error: 'The body is too large.', code: 'body_too_large' } };

  it('by its Content-Length', async () => {
    expect(await push(app, large)).toMatchObject(tooLarge);
    await expectNothingChanged();
  });

  it('by the bytes that arrive, where no length was given', async () => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(head('Connection: close\r\nTransfer-Encoding: chunked'));
    socket.write(`${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
    await expectNothingChanged();
  });

  it.each([
    ['gzip', gzipSync(spaces)],
    ['deflate', deflateSync(spaces)],
    ['br', brotliCompressSync(spaces)],
  ])('by what comes out of %s', async (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(maxBodyBytes);
    const answered = await push(app, bytes, { headers: { 'Content-Encoding': encoding } });
    expect(answered).toMatchObject(tooLarge);
    await expectNothingChanged();
  });

  it('by the compressed bytes, even if nothing comes out', async () => {
    const nothing = Buffer.concat(Array.from({ length: 60_000 }, () => empty));
    const answered = await push(app, nothing, { headers: { 'Content-Encoding': 'gzip' } });
    expect(answered).toMatchObject(tooLarge);
  });

  it('at once, even if the client sends no more', async () => {
    const socket = connect(app.port, '127.0.0.1');
    const bomb = gzipSync(spaces);
    socket.write(head(`Content-Length: ${bomb.length + 1_000}\r\nContent-Encoding: gzip`));
    socket.write(bomb);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('not up to the limit itself', async () => {
    const exact = body.padEnd(maxBodyBytes, ' ');
    expect(await push(app, exact)).toMatchObject({ status: 200 });
    expect(await push(app, `${exact} `)).toMatchObject(tooLarge);
  });
});

describe('a snapshot that is cut off', () => {
  it.each<[what: string, headers: string, bytes: Buffer | string]>([
    ['before its Content-Length', `Content-Length: ${body.length}`, body.slice(0, -1)],
    ['in the middle', `Content-Length: ${body.length}`, body.slice(0, body.length / 2)],
    ['before its first byte', `Content-Length: ${body.length}`, ''],
    ['in chunks', 'Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n${body}\r\n`],
    ['though the JSON is whole', `Content-Length: ${body.length + 1}`, body],
    ['in gzip', 'Content-Length: 100000\r\nContent-Encoding: gzip', gzipSync(body)],
  ])('%s, leaves everything as it was', async (_, headers, bytes) => {
    const socket = connect(app.port, '127.0.0.1');
    socket.write(head(headers));
    socket.write(bytes);
    await delay(50);
    socket.destroy();
    // A later request was answered, so this one was answered too, or its client is gone.
    expect(await push(app, '{', { token: null })).toMatchObject({ status: 401 });
    await expectNothingChanged();
    expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('gives its memory back', async () => {
    for (let i = 0; i < 30; i++) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(head('Content-Length: 1000000'));
      socket.write(body.slice(0, -10));
      await delay(10);
      socket.destroy();
    }
    for (let i = 0; i < 500 && !hasMemory(memoryBytes); i++) await delay(10);
    expect(hasMemory(memoryBytes)).toBe(true);
  });
});

function hasMemory(bytes: number): boolean {
  const accounts = Array.from({ length: 4 }, (_, n) => app.memory.open(`organisation ${n}`));
  try {
    for (const account of accounts) account.allocate(bytes / accounts.length);
    return true;
  } catch {
    return false;
  } finally {
    for (const account of accounts) account.close();
  }
}

describe('memory', () => {
  it('that other snapshots use is not available to one more, which is answered 503', async () => {
    const others = Array.from({ length: 4 }, (_, n) => app.memory.open(`organisation ${n}`));
    for (const other of others) other.allocate(memoryBytes / 4 - 2_500);
    const refused = await push(app, body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await expectNothingChanged();
    for (const other of others) other.close();
    expect(await push(app, body)).toMatchObject({ status: 200 });
  });

  it('for one snapshot is limited: 413', async () => {
    const keys = Array.from({ length: 30_000 }, (_, n) => ({ key: n.toString(36), file: 'f' }));
    const answered = await push(app, snapshot({ references: keys }));
    expect(answered).toMatchObject({ status: 413 });
    await expectNothingChanged();
  });
});

describe('refusals', () => {
  it('come before a large body has been sent, and reach the client', async () => {
    const large = 'x'.repeat(900_000);
    for (let i = 0; i < 5; i++)
      expect(await push(app, large, { token: null })).toMatchObject({ status: 401 });
  });
});
