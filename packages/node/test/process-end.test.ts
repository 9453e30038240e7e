/** A process that forgot to close its client: what its reads wait for, and how it ends. */
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listenLocally, type Listening } from './listen-locally.ts';
import { createApplication, type Application } from './packed-package.ts';

let application: Application;
beforeAll(async () => void (application = await createApplication()));
afterAll(() => application.remove());

const served = JSON.stringify({
  results: { a: { key: 'a', value: true, variation: 'on', reason: 'default_variation', feature: 'f' } },
});
const answer = (text: string, length = text.length, status = 200) =>
  `HTTP/1.1 ${status} Status\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
const onRequest = (respond: (socket: Socket) => void) => (socket: Socket) =>
  void socket.on('data', () => respond(socket));

const services: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers nothing': () => {},
  'ends connections at once': (socket) => void socket.destroy(),
  'resets connections': onRequest((socket) => void socket.resetAndDestroy()),
  'ends within an answer': onRequest((socket) => void socket.end(answer('{"resu', 1_000))),
  'stops within an answer': onRequest((socket) => void socket.write(answer('{"resu', 1_000))),
  'speaks something else': onRequest((socket) => void socket.end('SSH-2.0-Something\r\n\r\n')),
  fails: onRequest((socket) => void socket.write(answer('{}', 2, 500))),
  works: onRequest((socket) => void socket.write(answer(served))),
};

async function withService<Result>(serve: (socket: Socket) => void, work: (url: string) => Promise<Result>) {
  const server: Listening = await listenLocally(
    createServer((socket) => serve(socket.on('error', () => {}))),
  );
  try {
    return await work(server.url);
  } finally {
    server.stop();
  }
}

const createFlags = (options = '') => `
  import { createServerClient } from '@bunting/node';
  const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
  const onError = () => {};
  const flags = createServerClient({ url: process.env.BUNTING_URL, key, onError${options} });`;

describe('a process that made a remote client and did not close it', () => {
  it.each(Object.entries(services))(
    'ends by itself, without an error, where the service %s',
    async (what, serve) => {
      const text = `${createFlags(', timeoutMs: 200')}
      const user = { id: 'user-7' };
      console.log(await flags.value('a', false, user), await flags.value('a', false, { id: 'user-8' }));
      void flags.value('a', false, { id: 'user-9' });
      flags.track('order', user, { variable: 'a' });`;
      const isServed = what === 'works';
      await withService(serve, async (BUNTING_URL) => {
        const runs = ['fetch', 'http'].map((kind) => {
          const own = kind === 'http' ? text : text.replace('onError,', 'onError, fetch,');
          return application.run(`${kind}.mjs`, own, { BUNTING_URL });
        });
        expect(await Promise.all(runs)).toEqual([`${isServed} ${isServed}\n`, `${isServed} ${isServed}\n`]);
      });
    },
  );

  it('does so where nobody listens', async () => {
    const text = `${createFlags()} console.log(await flags.value('a', false, null));`;
    expect(await application.run('refused.mjs', text, { BUNTING_URL: 'http://127.0.0.1:9' })).toBe('false\n');
  });
});

describe('the first read of a process', () => {
  it('is served although the process could not run for longer than a read may wait', async () => {
    const text = `${createFlags(', timeoutMs: 300')}
      const value = flags.value('a', false, { id: 'user-7' });
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      // As a process does that loads its modules: nothing runs, and timers are late.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      console.log(await value);`;
    await withService(services['works']!, async (BUNTING_URL) => {
      expect(await application.run('busy.mjs', text, { BUNTING_URL })).toBe('true\n');
    });
  });

  it('loads no fetch, which takes longer to compile than a request takes', async () => {
    const text = `${createFlags()}
      await flags.value('a', false, { id: 'user-7' });
      console.log(globalThis[Symbol.for('undici.globalDispatcher.1')]);`;
    await withService(services['works']!, async (BUNTING_URL) => {
      expect(await application.run('first.mjs', text, { BUNTING_URL })).toBe('undefined\n');
    });
  });
});
