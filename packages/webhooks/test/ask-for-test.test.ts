import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedis, type TestRedis } from '@bunting/testing';
import { Redis } from 'ioredis';
import { answerTest, askForTest, takeTest, type TestAnswer } from '../src/ask-for-test.ts';
import { testChannel } from '../src/queues.ts';

let server: TestRedis;
const connections: Redis[] = [];
beforeAll(async () => {
  server = await startTestRedis();
});
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await server.stop();
});

function connect(): Redis {
  const connection = new Redis(server.url);
  connections.push(connection);
  return connection;
}

const request = {
  id: 'd',
  endpointId: 'e',
  actor: 'ada@acme.example',
  createdAt: '2026-11-21T09:30:00.000Z',
};
const attempt = { succeeded: true, status: 204, responseBody: '', durationMs: 7, error: null };
const answer: TestAnswer = { verdict: 'sent', attempt };

function fail(error: unknown): never {
  throw error;
}

describe('a request for a test event', () => {
  it('is announced until a dispatcher subscribes, goes to one of them, and is answered', async () => {
    const redis = connect();
    const asked = askForTest({ redis, onError: fail }, request);
    await delay(300);
    expect(await redis.pttl('{webhooks}:test:d')).toBeGreaterThan(0); // it expires

    const subscriber = connect();
    const received = new Promise<string>((resolve) => subscriber.on('message', (_, id) => resolve(id)));
    await subscriber.subscribe(testChannel);
    const id = await received;
    const claims = await Promise.all([1, 2, 3].map(() => takeTest({ redis: connect() }, id)));
    expect(claims.filter((claimed) => claimed !== undefined)).toEqual([request]);

    await answerTest({ redis }, request.id, answer);
    expect(await asked).toEqual(answer);
    expect(await redis.pttl('{webhooks}:test-answer:d')).toBeGreaterThan(0);
  });

  it('fails without Redis, and says why', async () => {
    const redis = connect();
    redis.disconnect();
    const errors: unknown[] = [];
    const outcome = await askForTest({ redis, onError: (error) => errors.push(error) }, request);
    expect([outcome, errors]).toEqual([{ verdict: 'not-taken' }, [new Error('Connection is closed.')]]);
  });
});
