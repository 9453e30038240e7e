import {
  createGovernance,
  createRedis,
  createRedisSubscriber,
  limitsOf,
  redisTargetOf,
  untilRedisReady,
} from '@bunting/access';
import { ConfigError } from '@bunting/config';
import { createPool } from '@bunting/database';
import { createDatafileMetrics, createDatafileStore } from '@bunting/datafile';
import { createTraceSigner } from '@bunting/evaluation-trace';
import {
  createDatabaseCheck,
  createHttpServer,
  createLogger,
  createReadiness,
  createRegistry,
  followPostgres,
  followRedis,
  serve,
  StartError,
  type Logger,
} from '@bunting/http';
import { startTracing } from '@bunting/tracing';
import { createApp } from './app.ts';
import { readEvalApiConfig, type EvalApiConfig } from './config.ts';
import { createEvaluationMetrics } from './evaluation-metrics.ts';

const databaseTimeoutMs = 1_000;

async function start(config: EvalApiConfig, log: Logger): Promise<void> {
  const tracing = await startTracing(process.env, {
    service: 'eval-api',
    warn: (message) => log.warn(message),
  });
  const now = Date.now;
  const limits = limitsOf(config);
  const pool = createPool(config.DATABASE_URL, {
    max: 5,
    application_name: 'eval-api',
    onError: (error) => log.warn({ reason: error.message }, 'A connection to PostgreSQL broke'),
  });
  const target = redisTargetOf(config);
  const connect = (name: string) => createRedis(target, { name: `eval-api:${name}`, log });
  const governanceRedis = connect('governance');
  const datafileRedis = connect('datafiles');
  const subscriber = createRedisSubscriber(target, { name: 'eval-api:subscriber', log });
  // Not required: without Redis limits hold per process, without PostgreSQL datafiles come from Redis.
  await untilRedisReady(governanceRedis, 1_000);

  const registry = createRegistry({ withProcessMetrics: true });
  followPostgres(registry, { main: pool });
  followRedis(registry, { governance: governanceRedis, datafiles: datafileRedis, subscriber });
  const datafileMetrics = createDatafileMetrics(registry);
  const governance = createGovernance({ redis: governanceRedis, pool, limits, now, log });
  const environments = createDatafileStore({
    pool,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: config.DATAFILE_POLL_INTERVAL_MS,
    onReload: datafileMetrics.onReload,
    onReloadFailure: datafileMetrics.onReloadFailure,
  });
  datafileMetrics.follow(environments);
  const checkDatabase = createDatabaseCheck({
    ask: () => pool.query({ text: 'SELECT 1', query_timeout: databaseTimeoutMs } as { text: string }),
    timeoutMs: databaseTimeoutMs,
  });
  const readiness = createReadiness(
    async () =>
      environments.stats().heldEnvironments > 0 || datafileRedis.status === 'ready' || checkDatabase(),
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
    log,
    readiness,
    drainDelayMs: config.SHUTDOWN_DELAY_MS,
    async close() {
      environments.close();
      await governance.close();
      for (const redis of [governanceRedis, datafileRedis, subscriber]) redis.disconnect();
      await pool.end();
      await tracing?.stop();
    },
  });
}

try {
  const warnings: string[] = [];
  const config = readEvalApiConfig(process.env, (warning) => warnings.push(warning));
  const log = createLogger({ service: 'eval-api', level: config.LOG_LEVEL });
  for (const warning of warnings) log.warn(warning);
  await start(config, log);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`eval-api: ${isExpected ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
