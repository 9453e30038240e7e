/** Tests settings-api's use of Redis on a real cluster of three nodes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRedis, untilRedisReady, type RedisConnection } from '@bunting/redis';
import { createLogger } from '@bunting/observability';
import type { HttpError } from '@bunting/service';
import { startTestRedisCluster, until, type TestRedisCluster } from '@bunting/testing';
import { createAttemptLimits, type AttemptLimits } from '../src/framework/attempt-limits.ts';

const limits = {
  signInByAddress: { points: 100, duration: 900 },
  signInByEmailAndAddress: { points: 3, duration: 900 },
  signUpByAddress: { points: 1, duration: 900 },
  resetByAddress: { points: 3, duration: 900 },
};
const log = createLogger({ service: 'settings-api', level: 'error' });
const login = { username: undefined, password: undefined, isTls: false };

let cluster: TestRedisCluster;
let connections: RedisConnection[];
beforeAll(async () => {
  cluster = await startTestRedisCluster();
  const target = { clusterNodes: cluster.nodes.slice(0, 1), login };
  connections = [1, 2].map(() => createRedis(target, { name: 'settings-api', log }));
  for (const connection of connections) await until(() => untilRedisReady(connection, 1_000));
});
afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await cluster.stop();
});

const signIn = (attempts: AttemptLimits, address: string, email: string) =>
  attempts.signIn({ address, email, browser: undefined });

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'may try' as const,
    (error: HttpError) => error.code,
  );

describe('attempts to sign in, counted in a Redis Cluster', () => {
  it('are limited for each account over all processes, whichever node counts them', async () => {
    const [one, another] = connections.map((connection) => createAttemptLimits(connection, limits));
    for (let n = 0; n < 12; n++) {
      const email = `person-${n}@acme.example`;
      const attempts = [one!, another!, one!, another!].map((each) => signIn(each, `192.0.2.${n}`, email));
      const outcomes = await Promise.all(attempts.map(outcome));
      expect(outcomes.filter((each) => each === 'may try')).toHaveLength(3);
      expect(outcomes).toContain('rate_limit_exceeded');
    }
  });

  it('are reset for an account when its password was right', async () => {
    const [one, another] = connections.map((connection) => createAttemptLimits(connection, limits));
    for (let n = 0; n < 2; n++) await signIn(one!, '198.51.100.1', 'ada@acme.example');
    const succeed = await signIn(another!, '198.51.100.1', 'ada@acme.example');
    await succeed();
    expect(await outcome(signIn(one!, '198.51.100.1', 'ada@acme.example'))).toBe('may try');
  });
});
