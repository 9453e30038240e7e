import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { startTestRedis } from '@bunting/testing';
import { Redis } from 'ioredis';
import { announceDeliveries, parseDueMessage } from './announce-deliveries.ts';
import type { DueDelivery } from './announce-deliveries.ts';
import { dueChannel } from './queues.ts';

describe('an announcement', () => {
  it('names every delivery, a thousand a message', async () => {
    const server = await startTestRedis();
    const [redis, subscriber] = [new Redis(server.url), new Redis(server.url)];
    try {
      const deliveries = Array.from({ length: 2_500 }, (_, index) => ({ id: `d${index}`, endpointId: 'e' }));
      const heard: DueDelivery[][] = [];
      await subscriber.subscribe(dueChannel);
      const heardAll = new Promise<void>((resolve) => {
        subscriber.on('message', (_, message) => {
          heard.push(parseDueMessage(message));
          if (heard.flat().length === deliveries.length) resolve();
        });
      });
      await announceDeliveries({ redis }, deliveries);
      await heardAll;
      expect(heard.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
      expect(heard.flat()).toEqual(deliveries);
    } finally {
      redis.disconnect();
      subscriber.disconnect();
      await server.stop();
    }
  });

  it('that Redis does not take is given up after a second, and told', async () => {
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
    expect(errors).toEqual([new Error('It took longer than 1000 ms.')]);
  });

  it.each(['', '{', '{}', 'null', '[1]', '[["a"]]', '[["a",1]]'])(
    'of another form (%s) names nothing',
    (message) => {
      expect(parseDueMessage(message)).toEqual([]);
    },
  );
});
