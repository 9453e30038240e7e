import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createHttpServer } from '../src/server/http-server.ts';
import { listen, StartError } from '../src/server/listen.ts';
import { connectTo, openSocket, otherAddress, serving, untilClosed } from './serving.ts';

describe('listen', () => {
  it('reports in one sentence that the port is in use', async () => {
    const first = await serving((_req, res) => res.end());
    const second = createHttpServer(() => {});
    const problem = await listen(second, first.port).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartError);
    expect(String(problem)).toContain(`Port ${first.port} is already in use`);
    await first.stop();
  });

  it('accepts only this machine, unless another address is given', async () => {
    const server = await serving((_req, res) => res.end());
    (await connectTo('127.0.0.1', server.port)).destroy();
    await expect(connectTo(otherAddress, server.port)).rejects.toThrow('ECONNREFUSED');
    await server.stop();
  });

  it.each(['0.0.0.0', '::', otherAddress])('at %s accepts the clients of that address', async (host) => {
    const listening = await listen(
      createHttpServer((_req, res) => res.end()),
      0,
      host,
    );
    const socket = await connectTo(otherAddress, listening.port);
    expect(socket.remotePort).toBe(listening.port);
    socket.destroy();
    await listening.drain(100);
  });

  it('reports in one sentence that it cannot listen there', async () => {
    const problem = await listen(
      createHttpServer(() => {}),
      0,
      '192.0.2.1',
    ).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartError);
    expect(String(problem)).toContain("192.0.2.1 isn't an address of this machine: change HOST.");
  });
});

/** A longer wait would exceed the time limit of the test. */
const farTooLongMs = 600_000;

describe('drain', () => {
  it('lets a request in flight finish, refuses new connections and closes the idle ones', async () => {
    const server = await serving((_req, res) => void setTimeout(() => res.end('done'), 100));
    const idle = await openSocket(server.port);
    const busy = await openSocket(server.port);
    busy.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(20);
    const drained = server.drain(farTooLongMs);
    await expect(openSocket(server.port)).rejects.toThrow('ECONNREFUSED');
    expect(await untilClosed(busy)).toContain('done');
    await drained;
    idle.destroy();
  });

  it('sends Connection: close with every answer meanwhile, also to earlier requests', async () => {
    const server = await serving((req, res) => {
      if (req.url === '/slow') setTimeout(() => res.writeHead(200).end('slow'), 100);
      else res.end('quick');
    });
    const [kept, waiting, next] = [
      await openSocket(server.port),
      await openSocket(server.port),
      await openSocket(server.port),
    ];
    kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await new Promise<Buffer>((resolve) => kept.once('data', resolve)))).toContain(
      'Connection: keep-alive',
    );
    waiting.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(20);
    server.closeAfterAnswers();
    // It still answers, because load balancers may not have noticed yet.
    for (const socket of [kept, next]) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await untilClosed(socket)).toMatch(/Connection: close[\s\S]*quick$/);
    }
    expect(await untilClosed(waiting)).toMatch(/Connection: close[\s\S]*slow/);
    await server.stop();
  });

  it('waits a moment for the first request of a connection that was just opened', async () => {
    const server = await serving((_req, res) => res.end('done'));
    const opened = await openSocket(server.port);
    await delay(20);
    const drained = server.drain(farTooLongMs);
    opened.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await untilClosed(opened)).toMatch(/Connection: close[\s\S]*done$/);
    await drained;
  });

  it('closes connections that do not finish in time', async () => {
    const server = await serving(() => {});
    const socket = await openSocket(server.port);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(20);
    await server.drain(100);
    expect(await untilClosed(socket).catch(() => '')).toBe('');
  });
});
