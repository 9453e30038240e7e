import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestReceiver, until, type TestReceiver } from '@bunting/testing';
import { createResolve } from '../src/delivery/resolve-host.ts';
import { createSender, type SenderOptions, type SendOutcome } from '../src/delivery/send-webhook.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const secret = 'whsec_0123456789abcdefghijklmnopqrstuv';
const id = '019aa000-0000-7000-8000-000000000001';
const body = '{"id":"019aa000-0000-7000-8000-000000000001","data":{"feature":"Grüße ✓"}}';

function sender(options: Partial<SenderOptions> = {}) {
  const made = createSender({ resolve: createResolve(), allowInsecure: true, ...options });
  cleanUps.push(() => made.close());
  return (url: string) => made.sendWebhook({ url, secret, id, type: 'feature.updated', body });
}

async function receiver(...given: Parameters<typeof startTestReceiver>): Promise<TestReceiver> {
  const started = await startTestReceiver(...given);
  cleanUps.push(() => started.stop());
  return started;
}

const urlOf = ({ port }: { readonly port: number }, path = '/hook?of=acme#part') =>
  `http://127.0.0.1:${port}${path}`;

describe('what is sent', () => {
  it('is a POST with the six headers of the contract, and the body byte by byte', async () => {
    const to = await receiver();
    const before = Math.floor(Date.now() / 1_000);
    const outcome = await sender()(urlOf(to));
    expect(outcome).toEqual({
      succeeded: true,
      status: 200,
      startedAt: expect.any(Date),
      durationMs: expect.any(Number),
      responseBody: 'ok',
      error: null,
      refused: false,
      requestHeaders: {
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhooks/1',
        'X-Service-Event': 'feature.updated',
        'X-Service-Delivery': id,
        'X-Service-Timestamp': expect.stringMatching(/^\d+$/),
        'X-Service-Signature': expect.stringMatching(/^v1=[0-9a-f]{8}…$/),
      },
    });
    const [got] = to.received;
    expect(got).toMatchObject({ method: 'POST', path: '/hook?of=acme', body });
    const timestamp = String(got!.headers['x-service-timestamp']);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    expect(got!.headers).toEqual({
      host: `127.0.0.1:${to.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Service-Webhooks/1',
      'x-service-event': 'feature.updated',
      'x-service-delivery': id,
      'x-service-timestamp': expect.stringMatching(/^\d+$/),
      'x-service-signature': `v1=${signature}`,
    });
    expect(Number(timestamp) - before).toBeLessThanOrEqual(5);
    expect(Number(timestamp) - before).toBeGreaterThanOrEqual(0);
  });

  it('reuses a connection as long as the address is the same', async () => {
    const to = await receiver();
    const send = sender();
    for (let i = 0; i < 20; i++) await send(urlOf(to));
    expect(new Set(to.received.map(({ port }) => port)).size).toBeLessThan(5);
  });
});

describe('what counts', () => {
  it.each([200, 201, 202, 204, 206, 299])('%i is a success', async (status) => {
    const to = await receiver((res) => res.writeHead(status).end());
    expect(await sender()(urlOf(to))).toMatchObject({ succeeded: true, status, error: null });
  });

  it.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('%i is none', async (status) => {
    const to = await receiver((res) => res.writeHead(status).end('why'));
    const outcome = await sender()(urlOf(to));
    expect(outcome).toMatchObject({ succeeded: false, status, refused: false });
    expect(outcome.error).toContain(`The receiver responded with ${status}`);
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const elsewhere = await receiver();
    const to = await receiver((res) => res.writeHead(status, { Location: urlOf(elsewhere) }).end('there'));
    expect(await sender()(urlOf(to))).toMatchObject({
      succeeded: false,
      status,
      responseBody: 'there',
      error: `The receiver responded with ${status}; redirects are not followed.`,
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('an answer that is cut off in its body is none', async () => {
    const { port, stop } = await startSpeaker((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok')),
    );
    cleanUps.push(stop);
    expect(await sender()(urlOf({ port }))).toMatchObject({
      succeeded: false,
      status: 200,
      responseBody: 'ok',
      error: 'The receiver closed the connection before completing its response.',
    });
  });

  it('a refused connection is none', async () => {
    const to = await receiver();
    await to.stop();
    expect(await sender()(urlOf(to))).toMatchObject({
      succeeded: false,
      status: null,
      responseBody: null,
      error: 'The receiver refused the connection: nothing listens on this address and port.',
    });
  });

  it('a connection that breaks is none', async () => {
    const to = await receiver((res) => res.socket!.destroy());
    expect(await sender()(urlOf(to))).toMatchObject({ succeeded: false, status: null, responseBody: null });
  });

  it('an answer that is not HTTP is none', async () => {
    const { port, stop } = await startSpeaker((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    cleanUps.push(stop);
    const outcome = await sender()(urlOf({ port }));
    expect(outcome).toMatchObject({
      succeeded: false,
      status: null,
      responseBody: null,
      error: "The receiver's response isn't HTTP/1.1.",
    });
  });
});

describe('the answer’s body', () => {
  it('is stored up to 4 KiB, and the rest is not awaited', async () => {
    const to = await receiver((res) => {
      res.write('x'.repeat(4_095));
      res.write('é'.repeat(100)); // cut in the middle of a character
    });
    const outcome = await sender()(urlOf(to));
    expect(outcome).toMatchObject({ succeeded: true, responseBody: 'x'.repeat(4_095) });
    await until(() => to.sockets.size === 0);
  });

  it('of a gigabyte costs 4 KiB', async () => {
    let written = 0;
    const to = await receiver((res) => {
      const chunk = Buffer.alloc(1 << 20, 'x');
      const write = () => {
        while (written < 1 << 30 && !res.destroyed) {
          written += chunk.length;
          if (!res.write(chunk)) return void res.once('drain', write);
        }
        res.end();
      };
      write();
    });
    const outcome = await sender()(urlOf(to));
    expect(outcome).toMatchObject({ succeeded: true, responseBody: 'x'.repeat(4_096) });
    await until(() => to.sockets.size === 0);
    expect(written).toBeLessThan(1 << 25);
  });

  it('may be no text', async () => {
    const to = await receiver((res) => res.end(Buffer.from([0x00, 0xff, 0x41])));
    expect(await sender()(urlOf(to))).toMatchObject({ responseBody: '\ufffd\ufffdA' });
  });
});

describe('one time limit for everything', () => {
  const receivers: readonly [name: string, start: () => Promise<string>, status: number | null][] = [
    ['never answers', () => answering(() => {}), null],
    ['sends headers and nothing else', () => answering((res) => res.writeHead(200).flushHeaders()), 200],
    ['sends a byte a second', () => answering(drip), 200],
    ['sends informational answers for ever', () => answering(informAgainAndAgain), null],
    ['sends a byte a second of headers', () => speaking(dripHeaders), null],
    ['takes the connection and says nothing of TLS', () => speaking(() => {}, 'https:'), null],
  ];
  const outcomes = new Map<string, SendOutcome>();
  const openSockets = new Set<Socket>();
  const stops: (() => Promise<void>)[] = [];

  async function answering(respond: (res: ServerResponse) => void): Promise<string> {
    const started = await startTestReceiver((res) => {
      openSockets.add(res.socket!);
      res.socket!.once('close', () => openSockets.delete(res.socket!));
      respond(res);
    });
    stops.push(() => started.stop());
    return urlOf(started);
  }

  async function speaking(speak: (socket: Socket) => void, protocol = 'http:'): Promise<string> {
    const { port, stop } = await startSpeaker((socket) => {
      openSockets.add(socket);
      socket.once('close', () => openSockets.delete(socket));
      speak(socket);
    });
    stops.push(stop);
    return `${protocol}//127.0.0.1:${port}/`;
  }

  beforeAll(async () => {
    const from = createSender({ resolve: createResolve(), allowInsecure: true, timeoutMs: 2_000 });
    await Promise.all(
      receivers.map(async ([name, start]) => {
        const url = await start();
        outcomes.set(name, await from.sendWebhook({ url, secret, id, type: 'feature.updated', body }));
      }),
    );
    await until(() => openSockets.size === 0);
    await from.close();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it.each(receivers)('end a receiver that %s', (name, _start, status) => {
    const outcome = outcomes.get(name)!;
    expect(outcome).toMatchObject({ succeeded: false, status });
    expect(outcome.error).toBe('No complete response within 2 seconds.');
  });

  it('leave no connection open', () => {
    expect(openSockets.size).toBe(0);
  });
});

it('a flood of headers is cut off, and costs no memory', async () => {
  const chunk = `X-Flood: ${'x'.repeat(1_000)}\r\n`.repeat(64);
  const { port, stop } = await startSpeaker((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', flood);
    flood();
  });
  const from = createSender({ resolve: createResolve(), allowInsecure: true });
  const before = process.memoryUsage().rss;
  const url = `http://127.0.0.1:${port}/`;
  const outcome = await from.sendWebhook({ url, secret, id, type: 'feature.updated', body });
  expect(outcome).toMatchObject({ succeeded: false, status: null, responseBody: null });
  expect(outcome.error).toBe('The response headers are longer than 16 KiB.');
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  await from.close();
  await stop();
});

/** Starts a server that answers with any bytes. */
async function startSpeaker(speak: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {}).resume();
    speak(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, stop };
}

function dripHeaders(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.on('close', () => clearInterval(timer));
}

function drip(res: ServerResponse): void {
  const timer = setInterval(() => res.write('x'), 1_000);
  res.on('close', () => clearInterval(timer));
}

function informAgainAndAgain(res: ServerResponse): void {
  const timer = setInterval(() => res.writeProcessing(), 200);
  res.on('close', () => clearInterval(timer));
}
