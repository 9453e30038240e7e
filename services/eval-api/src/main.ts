import { createLastUses } from '@bunting/authentication';
import { createGovernance, registerGovernanceMetrics, limitsOf } from '@bunting/governance';
import { createRedis, createRedisSubscriber, redisTargetOf, untilRedisReady } from '@bunting/redis';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore } from '@bunting/datafile';
import { createTraceSigner } from '@bunting/evaluation-trace';
import { createDatabaseCheck, createHttpServer, createReadiness, runService, serve } from '@bunting/service';
import {
  createRegistry,
  registerPostgresMetrics,
  registerRedisMetrics,
  type Logger,
} from '@bunting/observability';
import { startTracing } from '@bunting/observability';
import { createApp } from './app.ts';
import { readEvalApiConfig, type EvalApiConfig } from './config.ts';
import { createEvaluationMetrics } from './evaluation-metrics.ts';

async function start(config: EvalApiConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'eval-api',
    warn: (message) => log.warn(message),
  });
  const now = Date.now;
  const limits = limitsOf(config);
  const poolOptions = {
    max: 5,
    application_name: 'eval-api',
    onError: (error: Error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke'),
  };
  const pool = createPool(config.DATABASE_URL, poolOptions);
  const { DATABASE_REPLICA_URL: replicaUrl } = config;
  const replicaPool = replicaUrl === undefined ? undefined : createPool(replicaUrl, poolOptions);
  const target = redisTargetOf(config);
  const connect = (name: string) => createRedis(target, { name: `eval-api:${name}`, log });
  const governanceRedis = connect('governance');
  const datafileRedis = connect('datafiles');
  const subscriber = createRedisSubscriber(target, { name: 'eval-api:subscriber', log });
  // Not required: without Redis limits hold per process, without PostgreSQL datafiles come from Redis.
  await untilRedisReady(governanceRedis, 1_000);

  const registry = createRegistry({ withProcessMetrics: true });
  registerPostgresMetrics(registry, { main: pool, replica: replicaPool });
  registerRedisMetrics(registry, { governance: governanceRedis, datafiles: datafileRedis, subscriber });
  const datafileMetrics = createDatafileMetrics(registry);
  const governance = createGovernance({ redis: governanceRedis, pool, limits, now, log });
  registerGovernanceMetrics(registry, governance);
  const keyUses = createLastUses({ pool, table: 'environment_key', log });
  const environments = createDatafileStore({
    pool,
    replicaPool,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: config.DATAFILE_POLL_INTERVAL_MS,
    onKeyUsed: keyUses.record,
    onReload: datafileMetrics.onReload,
    onReloadFailure: datafileMetrics.onReloadFailure,
    onReplicaAsked: datafileMetrics.onReplicaAsked,
  });
  datafileMetrics.follow(environments);
  const checkDatabase = createDatabaseCheck(pool);
  const checkReplica = replicaPool ? createDatabaseCheck(replicaPool) : async () => false;
  const readiness = createReadiness(
    async () =>
      environments.stats().cachedEnvironments > 0 ||
      datafileRedis.status === 'ready' ||
      (await checkDatabase()) ||
      checkReplica(),
  );

  const app = createApp({
    environments,
    governance,
    limits,
    traces: createTraceSigner({ secret: config.EVALUATION_TRACE_SECRET, now }),
    metrics: createEvaluationMetrics(registry),
    maxBodyBytes: config.EVAL_API_MAX_BODY_BYTES,
    now,
    log,
    registry,
    tracing,
    readiness,
    checkDatabase,
  });
  await serve({
    server: createHttpServer(tracing?.ofRequests(app) ?? app),
    port: config.PORT,
    host: config.HOST,
    log,
    readiness,
    drainDelayMs: config.SHUTDOWN_DELAY_MS,
    async close() {
      environments.close();
      await Promise.all([governance.close(), keyUses.close()]);
      for (const redis of [governanceRedis, datafileRedis, subscriber]) redis.disconnect();
      await Promise.all([pool.end(), replicaPool?.end()]);
      await tracing?.stop();
    },
  });
}

await runService({ service: 'eval-api', env: process.env, readConfig: readEvalApiConfig, start });
