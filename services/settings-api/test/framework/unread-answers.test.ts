import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import request from 'supertest';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations, stallMs: 1_000 });

/** Sends more requests than the buffers between client and server can answer, and reads nothing. */
function askWithoutReading(headers: string, times: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.port, '127.0.0.1', () => {
      socket.pause();
      socket.write(`GET /settings/v1/openapi.json HTTP/1.1\r\nHost: x\r\n${headers}\r\n`.repeat(times));
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

describe('connections of clients that do not read their answers', () => {
  it.each([
    [200, '', 50],
    [40, 'Accept-Encoding: gzip\r\n', 400],
  ])('end, and others are answered meanwhile: %d of them, %j', async (count, headers, times) => {
    let accepted = 0;
    app.server.on('connection', () => (accepted += 1));
    const connections = () =>
      new Promise<number>((resolve) => void app.server.getConnections((_, count) => resolve(count)));
    const clients = await Promise.all(Array.from({ length: count }, () => askWithoutReading(headers, times)));
    for (const client of clients) client.removeAllListeners('error').on('error', () => {});
    await until(() => accepted >= count);
    await request(app.server).get('/settings/v1/openapi.json').expect(200);
    await until(async () => (await connections()) === 0);
    expect(await connections()).toBe(0);
    for (const client of clients) client.destroy();
  });
});
