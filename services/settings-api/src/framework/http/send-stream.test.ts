import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { sendStream } from './send-stream.ts';

/** Asks for a stream of these parts. Returns the answer, and what sending it threw. */
async function ask(method: 'GET' | 'HEAD', parts: AsyncIterable<string>) {
  const server = createServer();
  const thrown = once(server, 'request').then(([, res]) =>
    sendStream(res as ServerResponse, 200, parts).then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const asked = request({ method, port: (server.address() as AddressInfo).port, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  server.close();
  answer.on('error', () => {});
  return { answer, thrown };
}

it('what fails in the middle is thrown, and the answer is not whole', async () => {
  const failure = new Error('a database went away');
  let fail = () => {};
  const failing = new Promise<void>((_, reject) => (fail = () => reject(failure)));
  async function* parts() {
    yield 'first';
    await failing;
  }
  const { answer, thrown } = await ask('GET', parts());
  const closed = new Promise((resolve) => answer.resume().once('close', resolve));
  fail();
  expect(await thrown).toBe(failure);
  await closed;
  expect(answer.complete).toBe(false);
});

it('a client that leaves is no failure', async () => {
  async function* parts() {
    for (;;) yield 'x'.repeat(64 * 1024);
  }
  const { answer, thrown } = await ask('GET', parts());
  answer.destroy();
  expect(await thrown).toBeUndefined();
});

it('HEAD needs the first part alone', async () => {
  const made: string[] = [];
  async function* parts() {
    for (const part of ['first', 'second']) {
      made.push(part);
      yield part;
    }
  }
  const { answer, thrown } = await ask('HEAD', parts());
  expect([await thrown, answer.statusCode, made]).toEqual([undefined, 200, ['first']]);
});
