import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { startTestRedis } from '@bunting/testing';
import { Redis } from 'ioredis';
import { announceDeliveries, type DueDelivery, parseDueMessage } from '../src/announce-deliveries.ts';
import { dueChannel } from '../src/queues.ts';

describe('an announcement', () => {
  it('names every delivery, a thousand a message', async () => {
    const server = await startTestRedis();
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    try {
      const deliveries = Array.from({ length: 2_500 }, (_, index) => ({ id: `d${index}`, endpointId: 'e' }));
      const received: DueDelivery[][] = [];
      await subscriber.subscribe(dueChannel);
      const receivedAll = new Promise<void>((resolve) => {
        subscriber.on('message', (_, message) => {
          received.push(parseDueMessage(message));
          if (received.flat().length === deliveries.length) resolve();
        });
      });
      await announceDeliveries({ redis }, deliveries);
      await receivedAll;
      expect(received.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
      expect(received.flat()).toEqual(deliveries);
    } finally {
      redis.disconnect();
      subscriber.disconnect();
      await server.stop();
    }
  });

  it('that Redis does not answer ends after a second with an error', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const redis = new Redis({ port: (silent.address() as AddressInfo).port });
    const errors: unknown[] = [];
    await announceDeliveries({ redis, onError: (error) => errors.push(error) }, [
      { id: 'd', endpointId: 'e' },
    ]);
    redis.disconnect();
    for (const socket of sockets) socket.destroy();
    silent.close();
    expect(errors.map(String)).toEqual(["TimeoutError: Redis didn't respond within 1000 ms."]);
  });

  it.each(['', '{', '{}', 'null', '[1]', '[["a"]]', '[["a",1]]'])(
    'of another format (%s) names nothing',
    (message) => {
      expect(parseDueMessage(message)).toEqual([]);
    },
  );
});
