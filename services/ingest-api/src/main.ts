import { createLastUses } from '@bunting/authentication';
import { createGovernance, registerGovernanceMetrics, limitsOf } from '@bunting/governance';
import { createRedis, createRedisSubscriber, redisTargetOf, untilRedisReady } from '@bunting/redis';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore } from '@bunting/datafile';
import { createTraceVerifier } from '@bunting/evaluation-trace';
import { createDatabaseCheck, createHttpServer, createReadiness, runService, serve } from '@bunting/service';
import {
  createRegistry,
  registerPostgresMetrics,
  registerRedisMetrics,
  type Logger,
} from '@bunting/observability';
import { startRetention } from '@bunting/retention';
import { startTracing } from '@bunting/observability';
import { createApp } from './app.ts';
import { readIngestApiConfig, type IngestApiConfig } from './config.ts';
import { createEventNames } from './names/event-names.ts';
import { createIngestMetrics } from './ingest-metrics.ts';
import { retentionsOf } from './retentions.ts';
import { createWriteLimiter } from './write-gate.ts';
import { createWritePool } from './write-pool.ts';

async function start(config: IngestApiConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'ingest-api',
    warn: (message) => log.warn(message),
  });
  const now = Date.now;
  const limits = { ...limitsOf(config), bytesPerMinute: bytesPerMinuteOf(config) };
  const onError = (error: Error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke');
  const poolOptions = { max: 5, application_name: 'ingest-api', onError };
  const pool = createPool(config.DATABASE_URL, poolOptions);
  const { DATABASE_REPLICA_URL: replicaUrl } = config;
  const replicaPool = replicaUrl === undefined ? undefined : createPool(replicaUrl, poolOptions);
  const writes = createWritePool({
    databaseUrl: config.DATABASE_URL,
    connections: config.INGEST_API_WRITE_CONNECTIONS,
    timeoutMs: config.INGEST_API_WRITE_TIMEOUT_MS,
    onError,
  });
  const target = redisTargetOf(config);
  const connect = (name: string) => createRedis(target, { name: `ingest-api:${name}`, log });
  const governanceRedis = connect('governance');
  const datafileRedis = connect('datafiles');
  const subscriber = createRedisSubscriber(target, { name: 'ingest-api:subscriber', log });
  // Not required: without Redis limits hold per process, and changes are polled for.
  await untilRedisReady(governanceRedis, 1_000);

  const registry = createRegistry({ withProcessMetrics: true });
  registerPostgresMetrics(registry, { main: pool, writes: writes.pool, replica: replicaPool });
  registerRedisMetrics(registry, { governance: governanceRedis, datafiles: datafileRedis, subscriber });
  const metrics = createIngestMetrics(registry);
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
  // As long as it can tell whose a key is: without PostgreSQL its own 503 says when to try again, an ingress' does not.
  const readiness = createReadiness(
    async () =>
      environments.stats().cachedEnvironments > 0 ||
      datafileRedis.status === 'ready' ||
      (await checkDatabase()) ||
      checkReplica(),
  );
  const endTrimming = startRetention({
    pool,
    retentions: retentionsOf(config.EVENT_RETENTION_DAYS),
    registry,
    log,
  });

  const secrets = [config.EVALUATION_TRACE_SECRET, config.EVALUATION_TRACE_SECRET_PREVIOUS];
  const gate = createWriteLimiter({ ...writes, now, log });
  const app = createApp({
    environments,
    governance,
    limits,
    traces: createTraceVerifier({ secrets: secrets.filter((secret) => secret !== undefined), now }),
    gate,
    names: createEventNames({ gate, now }),
    metrics,
    maxBodyBytes: config.INGEST_API_MAX_BODY_BYTES,
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
      await endTrimming();
      await Promise.all([governance.close(), keyUses.close()]);
      for (const redis of [governanceRedis, datafileRedis, subscriber]) redis.disconnect();
      await Promise.all([writes.pool.end(), pool.end(), replicaPool?.end()]);
      await tracing?.stop();
    },
  });
}

/** Switched off together with the rate of requests. */
function bytesPerMinuteOf(config: IngestApiConfig): number {
  return config.EVAL_API_RATE_LIMIT_DISABLED ? Infinity : config.INGEST_API_MAX_BYTES_PER_MINUTE;
}

await runService({ service: 'ingest-api', env: process.env, readConfig: readIngestApiConfig, start });
