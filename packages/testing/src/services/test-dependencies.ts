import { readConfig } from '@bunting/config';
import { datafileFields } from '@bunting/datafile';
import { evaluationCountFields } from '@bunting/evaluation-counts';
import { clientFields, openEnvironments, type OpenEnvironments } from '@bunting/environments';
import { limitFields, type Limits } from '@bunting/governance';
import { openRedis, createServiceContext, serviceFields, type ServiceContext } from '@bunting/service';
import { redisFields, redisRules, untilRedisReady, type RedisConnection } from '@bunting/redis';
import { applyDocument } from '@bunting/bootstrap';
import { createRegistry } from '@bunting/observability';
import { createTestDatabase, startTestRedis } from '../postgres/test-databases.ts';
import { governanceWithLongTimeouts } from './governance-with-long-timeouts.ts';
import { filledWith } from '../filling.ts';
import { createTestLog, type LogLine } from './test-log.ts';
import { recordSecrets } from './recorded-logs.ts';

/** The resources that eval-api and ingest-api open, for one test. */
export interface TestDependencies extends OpenEnvironments {
  /** `stop` closes it. */
  readonly context: ServiceContext;
  readonly databaseUrl: string;
  readonly redis: RedisConnection;
  /** The lines that were logged so far. */
  readonly lines: LogLine[];
  /** Applies a bootstrap document and announces the change. */
  readonly apply: (document: object) => Promise<void>;
  stop(): Promise<void>;
}

const fields = {
  ...serviceFields,
  ...redisFields,
  ...limitFields,
  ...clientFields,
  ...datafileFields,
  ...evaluationCountFields,
};

/** Opens what eval-api and ingest-api open, over a database with `document` and a Redis server, both of this test alone. */
export async function startTestDependencies(options: {
  service: string;
  document: object;
  limits?: Partial<Limits> | undefined;
  now?: () => number;
  /** The interval at which the store polls PostgreSQL for changes, besides announcements. */
  pollIntervalMs?: number | undefined;
  /** Further variables of the configuration. */
  env?: Readonly<Record<string, string>> | undefined;
}): Promise<TestDependencies> {
  const { service, document, limits, now = Date.now, pollIntervalMs = 1_000 } = options;
  const [database, redisServer] = await Promise.all([
    createTestDatabase(filledWith(document)),
    startTestRedis(),
  ]);
  recordSecrets(document);
  const { log, lines } = createTestLog(service);
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redisServer.url,
    ...options.env,
  };
  const config = {
    ...readConfig(env, fields, (warning) => log.warn(warning), redisRules),
    // Tests may poll less often than the configuration permits.
    DATAFILE_POLL_INTERVAL_MS: pollIntervalMs,
  };
  const registry = createRegistry({ withProcessMetrics: false });
  const context = createServiceContext({ service, config, log, registry, now });
  context.defer(() => Promise.all([database.drop(), redisServer.stop()]));
  const redis = openRedis(context, 'changes');
  await untilRedisReady(redis, 5_000);
  const opened = await openEnvironments(context, { limits, governance: governanceWithLongTimeouts });
  return {
    ...opened,
    context,
    databaseUrl: database.url,
    redis,
    lines,
    apply: async (changed) => void (await applyDocument({ pool: opened.pool, redis }, changed)),
    stop: () => context.close(),
  };
}
