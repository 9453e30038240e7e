import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { createPool, withTransaction } from '@bunting/database';
import { announce } from '../src/publish/announce.ts';
import { writeFragments } from '../src/publish/write-fragments.ts';
import type { FragmentScope } from '../src/publish/lock-environments.ts';
import type { LocalRedis } from '@bunting/embedded-servers';
import { createTestDatabase, startTestRedis, type TestDatabase } from '@bunting/testing';
import {
  connectRedis,
  startEvaluator,
  type EvaluatorOptions,
  type ServerUrls,
  type TestEvaluator,
} from './evaluator.ts';
import {
  insertEnvironment,
  insertFeature,
  insertProject,
  setDefault,
  type EnvironmentRows,
  type FeatureRows,
  type ProjectRows,
} from './rows.ts';

/**
 * PostgreSQL and Redis for the test file, and for each test a fresh project, published: the feature `pair` with the
 * variables `left` and `right` and the variations `a` and `b`; `a` is the default.
 */
export class TestInstallation {
  pool!: pg.Pool;
  redis!: Redis;
  urls!: ServerUrls;
  project!: ProjectRows;
  production!: EnvironmentRows;
  pair!: FeatureRows;
  readonly evaluators: TestEvaluator[] = [];

  start(options: EvaluatorOptions & Partial<ServerUrls> = {}): TestEvaluator {
    const evaluator = startEvaluator({ ...this.urls, ...options }, options);
    this.evaluators.push(evaluator);
    return evaluator;
  }

  /** Makes a change without an announcement. */
  write(scope: FragmentScope) {
    return withTransaction(this.pool, (client) => writeFragments(client, scope));
  }

  async publish(scope: FragmentScope): Promise<void> {
    await announce({ redis: this.redis, pool: this.pool }, await this.write(scope));
  }

  /** Makes `variation` the default of both variables of the pair, in one transaction with `also`. */
  async serve(
    variation: string,
    also: (client: pg.ClientBase) => Promise<FragmentScope> = () => Promise.resolve({}),
  ): Promise<void> {
    const publications = await withTransaction(this.pool, async (client) => {
      await setDefault(client, this.production.id, this.pair, 'left', variation);
      await setDefault(client, this.production.id, this.pair, 'right', variation);
      return writeFragments(client, { features: [this.pair.id], ...(await also(client)) });
    });
    await announce({ redis: this.redis, pool: this.pool }, publications);
  }
}

export function useInstallation(createDatabase = createTestDatabase): TestInstallation {
  const installation = new TestInstallation();
  let database: TestDatabase;
  let redisServer: LocalRedis;
  beforeAll(async () => {
    [database, redisServer] = await Promise.all([createDatabase(), startTestRedis()]);
    installation.urls = { databaseUrl: database.url, redisUrl: redisServer.url };
    installation.pool = createPool(database.url);
    installation.redis = connectRedis(redisServer.url);
  });
  beforeEach(async () => {
    const { pool } = installation;
    installation.project = await insertProject(pool);
    const { projectId } = installation.project;
    installation.production = await insertEnvironment(pool, projectId, 'production');
    installation.pair = await insertFeature(pool, projectId, 'pair', {
      variables: ['left', 'right'],
      values: { a: { left: '"a"', right: '"a"' }, b: { left: '"b"', right: '"b"' } },
    });
    await installation.serve('a', () => Promise.resolve({ environments: [installation.production.id] }));
  });
  afterEach(async () => {
    await Promise.all(installation.evaluators.splice(0).map((evaluator) => evaluator.stop()));
  });
  afterAll(async () => {
    installation.redis.disconnect();
    await installation.pool.end();
    await redisServer.stop();
    await database.drop();
  });
  return installation;
}
