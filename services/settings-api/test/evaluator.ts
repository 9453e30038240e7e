import { createRedis } from '@bunting/redis';
import { createPool } from '@bunting/database';
import { createDatafileStore } from '@bunting/datafile';
import { evaluate, readContext, type Evaluation } from '@bunting/evaluator';
import type { RunningApp } from './running-app.ts';

export interface TestEvaluator {
  isKnown(key: string): Promise<boolean>;
  evaluate(key: string, variable: string, user?: object): Promise<Evaluation>;
}

/**
 * A datafile store as in an evaluator process, with its own connections. It polls so rarely that it learns of changes only
 * by messages.
 */
export async function withEvaluator(
  app: Pick<RunningApp, 'databaseUrl' | 'redisUrl'>,
  work: (evaluator: TestEvaluator) => Promise<void>,
): Promise<void> {
  const log = { info: () => {}, warn: () => {} };
  const pool = createPool(app.databaseUrl, { max: 2 });
  const redis = createRedis(app.redisUrl, { name: 'evaluator', log });
  const subscriber = createRedis(app.redisUrl, { name: 'evaluator-subscriber', log });
  const pollIntervalMs = 600_000;
  const store = createDatafileStore({ pool, redis, subscriber, now: Date.now, log, pollIntervalMs });
  try {
    await work({
      isKnown: async (key) => (await store.find(key)) !== undefined,
      async evaluate(key, variable, user = {}) {
        const environment = await store.find(key);
        if (environment === undefined) throw new Error('No environment has this key.');
        return evaluate(environment.datafile, variable, readContext(user), Date.now());
      },
    });
  } finally {
    store.close();
    redis.disconnect();
    subscriber.disconnect();
    await pool.end();
  }
}
