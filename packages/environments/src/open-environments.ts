import { createLastUses } from '@bunting/authentication';
import type { Config } from '@bunting/config';
import {
  createDatafileMetrics,
  createDatafileStore,
  type datafileFields,
  type DatafileStore,
} from '@bunting/datafile';
import {
  createGovernance,
  createRejectionCounter,
  limitsOf,
  registerGovernanceMetrics,
  type Governance,
  type limitFields,
  type Limits,
} from '@bunting/governance';
import { createSealingKeys } from '@bunting/sealed-secrets';
import { untilRedisReady, type redisFields } from '@bunting/redis';
import {
  createDatabaseCheck,
  createReadiness,
  openPostgres,
  openRedis,
  openRedisSubscriber,
  type DatabaseCheck,
  type Readiness,
  type ServiceConfig,
  type ServiceContext,
} from '@bunting/service';
import { createTrustedProxies, type TrustedProxies } from '@bunting/service/client-address';
import { createAdmit, type Admit } from './admit.ts';
import { createCallers, type Callers } from './callers.ts';
import type { clientFields } from './client-fields.ts';
import { createUserSignatures, type RequireSignature } from './user-signatures.ts';

type Fields = typeof redisFields & typeof datafileFields & typeof limitFields & typeof clientFields;

/** What eval-api and ingest-api have open. The service's context closes it. */
export interface OpenEnvironments {
  /** Finds an environment by its key, and keeps its datafile current. */
  readonly environments: DatafileStore;
  readonly governance: Governance;
  readonly limits: Limits;
  readonly admit: Admit;
  readonly callers: Callers;
  readonly requireSignature: RequireSignature;
  readonly trustedProxies: TrustedProxies;
  /** Connections to PostgreSQL for short queries. */
  readonly pool: ReturnType<typeof openPostgres>;
  readonly checkDatabase: DatabaseCheck;
  readonly readiness: Readiness;
}

const maxConnections = 5;
/** How long the start of the service waits for Redis. */
const redisTimeoutMs = 1_000;

/**
 * Opens environments and governance with the connections of both; the context closes all of it. The service starts even if
 * the connections fail: without Redis each process limits requests by itself and finds changes by polling; without
 * PostgreSQL datafiles are read from Redis.
 */
export async function openEnvironments(
  context: ServiceContext<ServiceConfig & Config<Fields>>,
  options: {
    /** Limits that replace those of the configuration. */
    limits?: Partial<Limits> | undefined;
    /** How long governance waits for Redis, if not the default. */
    governance?: Pick<Parameters<typeof createGovernance>[0], 'restoreWaitMs' | 'redisTimeoutMs'>;
  } = {},
): Promise<OpenEnvironments> {
  const { config, log, registry, now } = context;
  const limits = { ...limitsOf(config), ...options.limits };
  const pool = openPostgres(context, 'main', { max: maxConnections });
  const databaseUrl = config.DATABASE_REPLICA_URL;
  const replicaPool = databaseUrl && openPostgres(context, 'replica', { databaseUrl, max: maxConnections });

  const governanceRedis = openRedis(context, 'governance');
  const datafileRedis = openRedis(context, 'datafiles');
  const subscriber = openRedisSubscriber(context);
  await untilRedisReady(governanceRedis, redisTimeoutMs);

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
  const environments = createDatafileStore({
    pool,
    replicaPool: replicaPool || undefined,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: config.DATAFILE_POLL_INTERVAL_MS,
    onKeyUsed: keyUses.record,
    ...metrics,
  });
  context.defer(() => environments.close());
  metrics.sampleStore(environments);

  const checkDatabase = createDatabaseCheck(pool);
  const checkReplica = replicaPool ? createDatabaseCheck(replicaPool) : async () => false;
  const canFindEnvironments = async () =>
    environments.stats().cachedEnvironments > 0 ||
    datafileRedis.status === 'ready' ||
    (await checkDatabase()) ||
    checkReplica();
  return {
    environments,
    governance,
    limits,
    ...openCallers(context, { environments, governance, limits }),
    pool,
    checkDatabase,
    readiness: createReadiness(canFindEnvironments),
  };
}

/** What answers who sends a request, and whether it may be answered. */
function openCallers(
  { config, registry, now, log }: ServiceContext<ServiceConfig & Config<Fields>>,
  opened: Pick<OpenEnvironments, 'environments' | 'governance' | 'limits'>,
): Pick<OpenEnvironments, 'admit' | 'callers' | 'requireSignature' | 'trustedProxies'> {
  const rejections = createRejectionCounter(registry);
  const trustedProxies = createTrustedProxies(config.TRUST_PROXY, config.TRUST_PROXY_FROM);
  return {
    trustedProxies,
    admit: createAdmit({ ...opened, rejections }),
    callers: createCallers({
      ...opened,
      trustedProxies,
      now,
      onRateLimited: () => rejections.add('rate_limit_exceeded'),
    }),
    requireSignature: createUserSignatures({
      sealingKeys: createSealingKeys(config.SECRETS_ENCRYPTION_KEY, config.SECRETS_ENCRYPTION_KEY_PREVIOUS),
      log,
    }),
  };
}
