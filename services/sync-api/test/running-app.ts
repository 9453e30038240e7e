import type { Server } from 'node:http';
import type pg from 'pg';
import { applyDocument } from '@bunting/bootstrap';
import { readConfig } from '@bunting/config';
import { withTransaction } from '@bunting/database';
import { announce, writeFragments, type FragmentScope } from '@bunting/datafile';
import { createRegistry, type Registry } from '@bunting/observability';
import { redisRules, untilRedisReady } from '@bunting/redis';
import { createHttpServer, createServiceContext, listen, openRedis } from '@bunting/service';
import {
  createTestDatabase,
  governanceWithLongTimeouts,
  readMetric,
  startTestRedis,
  until,
  type TestRedis,
} from '@bunting/testing';
import { createTestLog } from '@bunting/testing/apps';
import { filledWith } from '@bunting/testing/filling';
import { createApp } from '../src/app.ts';
import { fields } from '../src/config.ts';
import { openDependencies } from '../src/open-dependencies.ts';
import { keys } from './organisations.ts';
import { openTestStream, type TestStream } from './test-stream.ts';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: pg.Pool;
  readonly redis: TestRedis;
  readonly registry: Registry;
  readonly streams: Awaited<ReturnType<typeof openDependencies>>['streams'];
  /** Applies a bootstrap document and announces the change. */
  apply(document: object): Promise<void>;
  /** Runs statements and writes the fragments of the scope; returns what is to be announced. */
  change(scope: FragmentScope, statement: string, values?: unknown[]): Promise<Published[]>;
  announce(published: readonly Published[]): Promise<void>;
  /** Announces a change of production, and resolves when this process serves it. */
  publish(published: readonly Published[]): Promise<void>;
  /** Resolves when the process has PostgreSQL's version of production. */
  caughtUp(): Promise<unknown>;
  /** Moves the clock by which changes are recent. */
  skip(ms: number): void;
  open(options?: Parameters<typeof openTestStream>[1]): Promise<TestStream>;
  metric(line: string): Promise<number>;
  stop(): Promise<void>;
}

type Published = Awaited<ReturnType<typeof writeFragments>>[number];

/** Starts the application in this process, with its own database and Redis, to which `document` was applied. */
export async function startApp(
  document: object,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningApp> {
  const [database, redis] = await Promise.all([createTestDatabase(filledWith(document)), startTestRedis()]);
  const { log } = createTestLog('sync-api');
  const given = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    ...env,
  };
  const config = {
    ...readConfig(given, fields, (warning) => log.warn(warning), redisRules),
    // So rarely that what a test waits for comes by an announcement.
    DATAFILE_POLL_INTERVAL_MS: 600_000,
  };
  const registry = createRegistry({ withProcessMetrics: false });
  let skippedMs = 0;
  const now = () => Date.now() + skippedMs;
  const context = createServiceContext({ service: 'sync-api', config, log, registry, now });
  context.defer(() => Promise.all([database.drop(), redis.stop()]));
  const changes = openRedis(context, 'changes');
  await untilRedisReady(changes, 5_000);
  const opened = await openDependencies(context, { governance: governanceWithLongTimeouts });
  const server = createHttpServer(createApp({ ...context, ...opened }));
  const listening = await listen(server, 0);
  context.defer(() => listening.drain(100));
  const { pool, streams } = opened;
  const started: TestStream[] = [];
  const announceAll = (published: readonly Published[]) => announce({ redis: changes, pool }, published);
  const caughtUp = () =>
    until(async () => {
      const found = await opened.environments.find(keys.server);
      const { rows } = await pool.query<{ version: string }>(
        'SELECT version FROM environment WHERE id = $1',
        [found!.environment.environmentId],
      );
      return found!.environment.version === Number(rows[0]!.version);
    });
  return {
    server,
    port: listening.port,
    pool,
    redis,
    registry,
    streams,
    apply: async (changed) => void (await applyDocument({ pool, redis: changes }, changed)),
    change: (scope, statement, values = []) =>
      withTransaction(pool, async (client) => {
        await client.query(statement, values);
        return writeFragments(client, scope);
      }),
    announce: announceAll,
    async publish(published) {
      await announceAll(published);
      await caughtUp();
    },
    caughtUp,
    skip: (ms) => void (skippedMs += ms),
    async open(options) {
      const stream = await openTestStream(listening.port, options);
      started.push(stream);
      return stream;
    },
    metric: async (line) => readMetric(await registry.metrics(), line),
    async stop() {
      for (const stream of started) stream.close();
      await until(() => streams.size() === 0);
      await context.close();
    },
  };
}
