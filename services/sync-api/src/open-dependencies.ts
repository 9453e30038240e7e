import { createLastUses } from '@bunting/authentication';
import type { Config } from '@bunting/config';
import { createDatafileMetrics, createCatalogStore, type CatalogListeners } from '@bunting/datafile';
import {
  createGovernance,
  createRejectionCounter,
  governanceErrorOf,
  limitsOf,
  registerGovernanceMetrics,
} from '@bunting/governance';
import { untilRedisReady } from '@bunting/redis';
import {
  createDatabaseCheck,
  createReadiness,
  openPostgres,
  openRedis,
  openRedisSubscriber,
  type ServiceContext,
} from '@bunting/service';
import type { fields } from './config.ts';
import { createDatafiles } from './datafile/datafiles.ts';
import type { Admit, Dependencies } from './dependencies.ts';
import { createStreamMetrics } from './streams/stream-metrics.ts';
import { createStreams } from './streams/streams.ts';

const maxConnections = 5;
/** How long the start of the service waits for Redis. */
const redisTimeoutMs = 1_000;

/**
 * Opens catalogs of environments, governance, and the streams that follow them. The service starts even if PostgreSQL and Redis are
 * away, and is ready without them: streams stay open and catch up.
 */
export async function openDependencies(
  context: ServiceContext<Config<typeof fields>>,
  options: {
    governance?: Pick<Parameters<typeof createGovernance>[0], 'redisTimeoutMs' | 'restoreWaitMs'>;
  } = {},
) {
  const { config, log, registry, now } = context;
  const pool = openPostgres(context, 'main', { max: maxConnections });
  const databaseUrl = config.DATABASE_REPLICA_URL;
  const replicaPool = databaseUrl && openPostgres(context, 'replica', { databaseUrl, max: maxConnections });
  const governanceRedis = openRedis(context, 'governance');
  const datafileRedis = openRedis(context, 'datafiles');
  const subscriber = openRedisSubscriber(context);
  await untilRedisReady(governanceRedis, redisTimeoutMs);

  const limits = limitsOf(config);
  const governance = createGovernance({
    redis: governanceRedis,
    pool,
    limits,
    now,
    log,
    ...options.governance,
  });
  context.defer(() => governance.close());
  registerGovernanceMetrics(registry, governance);

  const keyUses = createLastUses({ pool, table: 'environment_key', log });
  context.defer(() => keyUses.close());
  const metrics = createDatafileMetrics(registry);
  const listeners: CatalogListeners[] = [];
  const environments = createCatalogStore({
    pool,
    replicaPool: replicaPool || undefined,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: config.DATAFILE_POLL_INTERVAL_MS,
    onKeyUsed: keyUses.record,
    onReload: metrics.onReload,
    onReloadFailure: metrics.onReloadFailure,
    onReplicaAsked: metrics.onReplicaAsked,
    onNewVersion: (newVersion) => listeners.forEach((each) => each.onNewVersion(newVersion)),
    onDropped: (environmentId) => listeners.forEach((each) => each.onDropped(environmentId)),
  });
  context.defer(() => environments.close());
  metrics.sampleStore(environments);

  const streamMetrics = createStreamMetrics(registry);
  const streams = createStreams({
    environments,
    metrics: streamMetrics,
    notificationsPerSecond: config.STREAM_NOTIFICATIONS_PER_SECOND,
    now,
  });
  context.defer(() => streams.close());
  streamMetrics.sampleConnections(() => streams.count());
  const datafiles = createDatafiles({ environments, maxCachedBytes: config.DATAFILE_CACHE_BYTES });
  listeners.push(streams, datafiles);

  const rejections = createRejectionCounter(registry);
  const admit: Admit = async (organisation) => {
    const admission = await governance.admit(organisation, { identities: [] });
    if (admission.admitted) return;
    rejections.add(admission.code);
    throw governanceErrorOf(admission, limits);
  };
  const dependencies: Dependencies = {
    environments,
    admit,
    streams,
    streamMetrics,
    datafiles,
    maxStreams: config.STREAM_MAX_CONNECTIONS,
    maxStreamsPerAddress: config.STREAM_MAX_PER_ADDRESS,
    trustedHops: config.TRUST_PROXY,
  };
  return {
    ...dependencies,
    pool,
    checkDatabase: createDatabaseCheck(pool),
    readiness: createReadiness(() => true),
  };
}
