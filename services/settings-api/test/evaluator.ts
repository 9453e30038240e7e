import { createRedis } from '@bunting/redis';
import { createPool } from '@bunting/database';
import { createDatafileStore, type EnvironmentAccess } from '@bunting/datafile';
import { evaluate, isClientVariable, readContext, type Evaluation } from '@bunting/evaluator';
import type { RunningApp } from './running-app.ts';

export interface TestEvaluator {
  isKnown(key: string): Promise<boolean>;
  /** Returns the kind of a key; undefined = there is no such key. */
  kindOf(key: string): Promise<string | undefined>;
  accessOf(key: string): Promise<EnvironmentAccess>;
  isClientVariable(key: string, variable: string): Promise<boolean>;
  evaluate(key: string, variable: string, user?: object): Promise<Evaluation>;
}

/**
 * Opens a datafile store as in an evaluator process, with its own connections. It polls so rarely that only messages tell
 * it of changes.
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
  async function environmentOf(key: string) {
    const found = await store.find(key);
    if (found === undefined) throw new Error('No environment has this key.');
    return found.environment;
  }
  try {
    await work({
      accessOf: async (key) => (await environmentOf(key)).access,
      isClientVariable: async (key, variable) =>
        isClientVariable((await environmentOf(key)).datafile, variable),
      isKnown: async (key) => (await store.find(key)) !== undefined,
      kindOf: async (key) => (await store.find(key))?.kind,
      async evaluate(key, variable, user = {}) {
        return evaluate((await environmentOf(key)).datafile, variable, readContext(user), Date.now());
      },
    });
  } finally {
    store.close();
    redis.disconnect();
    subscriber.disconnect();
    await pool.end();
  }
}
