import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { guardSockets } from './ioredis-workarounds.ts';

it('a second error of a connection does not end the process', async () => {
  guardSockets();
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const redis = new Redis({ port, retryStrategy: () => null });
  const errors: Error[] = [];
  redis.on('error', (error: Error) => errors.push(error));
  await once(redis, 'connect');
  const { stream } = redis as unknown as { stream: Duplex };
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.destroy(new Error('first'));
  await closed;
  expect(() => stream.emit('error', new Error('second'))).not.toThrow();
  expect(errors.map(({ message }) => message)).toEqual(['first']);
  for (const socket of accepted) socket.destroy();
  server.close();
});
