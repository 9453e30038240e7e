/** A store with its own connections, as in an evaluator process. */
import { Redis } from 'ioredis';
import type pg from 'pg';
import { createPool } from '@bunting/database';
import { until } from '@bunting/testing';
import { createRedis, createRedisSubscriber, untilRedisReady } from '@bunting/redis';
import {
  createDatafileStore,
  type DatafileStore,
  type DatafileStoreOptions,
} from '../src/store/datafile-store.ts';
import type { CachedEnvironment } from '../src/store/cached-environment.ts';
import type { Reload } from '../src/store/environment-refresher.ts';
import { evaluate, readContext } from '@bunting/evaluator';

export interface TestEvaluator extends Omit<DatafileStore, 'find'> {
  /** Returns the environment of a key, as `findKey` finds it. */
  find(key: string): CachedEnvironment | undefined | Promise<CachedEnvironment | undefined>;
  readonly findKey: DatafileStore['find'];
  readonly pool: pg.Pool;
  readonly reloads: readonly Reload[];
  readonly failures: readonly unknown[];
  readonly warnings: readonly string[];
  /** The outcome of each read from the replica. */
  readonly replicaOutcomes: readonly string[];
  /** Finds like `find`, but always returns a promise. */
  lookUp(key: string): Promise<CachedEnvironment | undefined>;
  /** Queries sent to PostgreSQL so far; those to a read replica are not among them. */
  queryCount(): number;
  /** Resolves when the connection to Redis is ready. */
  redisReady(): Promise<void>;
  /** Messages that Redis delivered so far. */
  messageCount(): number;
  stop(): Promise<void>;
}

/** Connects without reporting errors: servers go away in these tests. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    retryStrategy: () => 50,
    maxRetriesPerRequest: null,
    enableReadyCheck: false, // ioredis would wait for it for ever where the server is silent
  });
  redis.on('error', () => {});
  return redis;
}

export interface ServerUrls {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly replicaUrl?: string;
}

export type EvaluatorOptions = Partial<
  Pick<DatafileStoreOptions, 'pollIntervalMs' | 'timeoutMs' | 'now' | 'onKeyUsed'>
>;

export function startEvaluator(
  { databaseUrl, redisUrl, replicaUrl }: ServerUrls,
  options: EvaluatorOptions = {},
): TestEvaluator {
  const [pool, replicaPool] = [databaseUrl, replicaUrl].map(
    (url) => url && createPool(url, { max: 5, connectionTimeoutMillis: 500 }),
  ) as [pg.Pool, pg.Pool | undefined];
  const silentLog = { name: 'test', log: { info() {}, warn() {} } };
  const redis = createRedis(redisUrl, silentLog);
  const subscriber = createRedisSubscriber(redisUrl, silentLog);
  const reloads: Reload[] = [];
  const failures: unknown[] = [];
  const warnings: string[] = [];
  const replicaOutcomes: string[] = [];
  let queries = 0;
  let messages = 0;
  subscriber.on('message', () => (messages += 1));
  pool.on('acquire', () => (queries += 1));
  const store = createDatafileStore({
    now: Date.now,
    ...options,
    pool,
    replicaPool,
    redis,
    subscriber,
    log: { info: () => {}, warn: (_fields, message) => void warnings.push(message) },
    onReload: (reload) => reloads.push(reload),
    onReloadFailure: (error) => failures.push(error),
    onReplicaAsked: (outcome) => replicaOutcomes.push(outcome),
  });
  function find(key: string) {
    const found = store.find(key);
    return found instanceof Promise ? found.then((each) => each?.environment) : found?.environment;
  }
  return {
    ...store,
    find,
    findKey: (key) => store.find(key),
    lookUp: async (key) => find(key),
    pool,
    reloads,
    failures,
    warnings,
    replicaOutcomes,
    queryCount: () => queries,
    async redisReady() {
      await until(() => untilRedisReady(redis, 1_000));
    },
    messageCount: () => messages,
    async stop() {
      store.close();
      redis.disconnect();
      subscriber.disconnect();
      await Promise.all([pool.end(), replicaPool?.end()]);
    },
  };
}

export function evaluateToValue(
  environment: CachedEnvironment | undefined,
  key: string,
  user: object = {},
): unknown {
  if (!environment) throw new Error('The environment is not there.');
  return evaluate(environment.datafile, key, readContext(user), Date.now()).value;
}
