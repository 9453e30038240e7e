import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { openSocket, serving, untilClosed } from './serving.ts';

const large = Buffer.alloc(16 * 1024 * 1024, 'x');
const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function askWithoutReading(port: number): Promise<Socket> {
  const socket = await openSocket(port);
  socket.on('error', () => {});
  socket.pause();
  socket.write(ask);
  return socket;
}

describe('an answer that nobody reads', () => {
  it('is dropped with its connection, for each of fifty clients', async () => {
    const server = await serving((_req, res) => res.end(large), { stallMs: 400 });
    const clients = await Promise.all(Array.from({ length: 50 }, () => askWithoutReading(server.port)));
    await until(async () => (await server.connections()) === 0);
    expect(await server.connections()).toBe(0);
    for (const client of clients) client.destroy();
    await server.stop();
  });

  it('is dropped too when a client reads a little now and then', async () => {
    const server = await serving((_req, res) => res.end(large), { stallMs: 400 });
    const client = await askWithoutReading(server.port);
    const sip = setInterval(() => void client.read(1_000), 20);
    await until(async () => (await server.connections()) === 0);
    clearInterval(sip);
    expect(await server.connections()).toBe(0);
    client.destroy();
    await server.stop();
  });
});

describe('an honest client', () => {
  it('may take longer than that, as long as it reads', async () => {
    const server = await serving((_req, res) => res.end(large), { stallMs: 3_000 });
    const socket = await openSocket(server.port);
    socket.write(ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let read = 0;
    for await (const chunk of socket) {
      read += (chunk as Buffer).length;
      // About 250 pieces: together they take longer than the time limit.
      await delay(20);
    }
    expect(read).toBeGreaterThan(large.length);
    await server.stop();
  });

  it('may wait longer than that for its answer, and stay idle longer', async () => {
    const server = await serving((_req, res) => void setTimeout(() => res.end('done'), 1_200), {
      stallMs: 200,
    });
    const socket = await openSocket(server.port);
    for (let count = 0; count < 2; count += 1) {
      socket.write(ask);
      expect(String(await new Promise<Buffer>((resolve) => socket.once('data', resolve)))).toContain('done');
      await delay(800);
    }
    socket.destroy();
    await server.stop();
  });
});

describe('a server', () => {
  it('accepts no more connections than its limit, and new ones when others end', async () => {
    const server = await serving((_req, res) => res.end('done'), { maxConnections: 2 });
    const [first, second] = [await openSocket(server.port), await openSocket(server.port)];
    await until(async () => (await server.connections()) === 2);
    const third = await openSocket(server.port);
    third.on('error', () => {});
    expect(await untilClosed(third).catch(() => '')).toBe('');
    first.destroy();
    await until(async () => (await server.connections()) === 1);
    second.write(ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(await untilClosed(second)).toContain('done');
    await server.stop();
  });

  it.each([
    ['twice', 'Host: a\r\nHost: b\r\n', 400],
    ['twice the same', 'Host: a\r\nhost: a\r\n', 400],
    ['once', 'Host: a\r\nHosts: b\r\n', 200],
  ])('is told the host %s', async (_, headers, status) => {
    const server = await serving((_req, res) => res.end('done'));
    const socket = await openSocket(server.port);
    socket.write(`GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    const answer = await untilClosed(socket);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    if (status === 400)
      expect(answer).toContain('{"error":"A request must have exactly one Host header.","code":"invalid"}');
    await server.stop();
  });
});
