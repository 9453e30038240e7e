/** Answers before the answer (RFC 9110 §15.2). */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { startTestReceiver } from '@bunting/testing';
import { createResolve } from '../src/delivery/resolve-host.ts';
import { createSender } from '../src/delivery/send-webhook.ts';

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function sender() {
  const made = createSender({ resolve: createResolve(), allowInsecure: true });
  cleanUps.push(() => made.close());
  const request = {
    secret: 'whsec_0123456789abcdefghijklmnopqrstuv',
    id: '1',
    type: 'feature.updated',
    body: '{}',
  };
  return (url: string) => made.sendWebhook({ url, ...request });
}

const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}/hook`;

const interim = (...heads: string[]) => heads.map((head) => `HTTP/1.1 ${head}\r\n\r\n`).join('');
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

it.each([
  ['100 Continue', interim('100 Continue')],
  ['100 twice', interim('100 Continue', '100 Continue')],
  ['102 Processing', interim('102 Processing')],
  ['103 Early Hints with links', interim('103 Early Hints\r\nLink: </a.css>; rel=preload')],
  ['an unknown 1xx', interim('199 Something')],
  ['one of each', interim('100 Continue', '102 Processing', '103 Early Hints')],
  ['a thousand of them', interim(...Array.from({ length: 1_000 }, () => '100 Continue'))],
])('%s before the answer is read over', async (_name, before) => {
  const { port, stop } = await startSpeaker((socket) =>
    socket.once('data', () => socket.end(before + final)),
  );
  cleanUps.push(stop);
  expect(await sender()(urlOf({ port }))).toMatchObject({
    succeeded: true,
    status: 200,
    responseBody: 'ok',
    error: null,
  });
});

it('interim answers, each in a packet of its own, are read over, and the connection is used again', async () => {
  const to = await startTestReceiver((res) => {
    res.writeContinue();
    res.writeProcessing();
    res.writeEarlyHints({ link: '</a.css>; rel=preload' });
    setImmediate(() => res.end('ok'));
  });
  cleanUps.push(() => to.stop());
  const send = sender();
  for (let i = 0; i < 3; i++) expect(await send(urlOf(to))).toMatchObject({ succeeded: true, status: 200 });
  expect(new Set(to.received.map(({ port }) => port)).size).toBe(1);
});

it('more than 1 MiB of interim answers is none', async () => {
  const chunk = interim(...Array.from({ length: 4_000 }, () => '100 Continue'));
  const { port, stop } = await startSpeaker((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', flood).once('data', flood);
  });
  cleanUps.push(stop);
  expect(await sender()(urlOf({ port }))).toMatchObject({
    succeeded: false,
    status: null,
    error: 'The receiver sent more than 1 MiB before its response.',
  });
});

it('101 Switching Protocols is none, because nothing asked for it', async () => {
  const switched = interim('101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket');
  const { port, stop } = await startSpeaker((socket) => socket.once('data', () => socket.end(switched)));
  cleanUps.push(stop);
  expect(await sender()(urlOf({ port }))).toMatchObject({
    succeeded: false,
    status: 101,
    error: 'The receiver responded with 101.',
  });
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
