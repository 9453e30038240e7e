import { createLastUses } from '@bunting/authentication';
import type { Config } from '@bunting/config';
import {
  createDatafileMetrics,
  environmentCacheBytes,
  type datafileFields,
  type DatafileMetrics,
  type EnvironmentStoreOptions,
} from '@bunting/datafile';
import {
  createGovernance,
  createRejectionCounter,
  toLimits,
  registerGovernanceMetrics,
  type Governance,
  type limitFields,
  type Limits,
} from '@bunting/governance';
import { untilRedisReady, type redisFields } from '@bunting/redis';
import {
  createDatabaseCheck,
  openPostgres,
  openRedis,
  openRedisSubscriber,
  type DatabaseCheck,
  type ServiceConfig,
  type ServiceContext,
} from '@bunting/service';
import { createTrustedProxies, type proxyFields, type TrustedProxies } from '@bunting/service/client-address';
import { createAdmit, createCharge, type Admit, type Charge } from './admit.ts';
import { createCallers, type Callers, type EnvironmentKey } from './callers.ts';

/** The configuration that a store, governance and callers are opened with. */
export type StoreConfig = ServiceConfig &
  Config<typeof redisFields & typeof datafileFields & typeof limitFields & typeof proxyFields>;

/** A store of environments, whatever it keeps of them. */
export type Store<Key extends EnvironmentKey> = Parameters<DatafileMetrics['sampleStore']>[0] & {
  find(apiKey: string): Key | undefined | Promise<Key | undefined>;
  close(): void;
};

/** The open resources of every service that accepts environment keys. The service's context closes it. */
export interface OpenStore<Key extends EnvironmentKey, Environments> {
  /** Finds an environment by its key, and keeps what it has of it current. */
  readonly environments: Environments;
  readonly governance: Governance;
  readonly limits: Limits;
  readonly admit: Admit;
  readonly charge: Charge;
  readonly callers: Callers<Key>;
  readonly trustedProxies: TrustedProxies;
  /** Connections to PostgreSQL for short queries. */
  readonly pool: ReturnType<typeof openPostgres>;
  readonly checkDatabase: DatabaseCheck;
}

/** Options of those who open a store. */
export interface OpenStoreOptions {
  /** Limits that replace those of the configuration. */
  readonly limits?: Partial<Limits> | undefined;
  /** Time-outs of governance, if not the defaults. */
  readonly governance?: Pick<Parameters<typeof createGovernance>[0], 'restoreWaitMs' | 'redisTimeoutMs'>;
  /** The part of the heap that environments may take, unless ENVIRONMENT_CACHE_BYTES says how much. */
  readonly heapPart?: number;
}

/** The rest is for what is read, evaluated and not collected yet. */
const defaultHeapPart = 0.6;

const maxConnections = 5;
/** The time that the start of the service waits for Redis. */
const redisTimeoutMs = 1_000;

/**
 * Opens environments and governance with the connections of both; the context closes all of it. The service starts even if
 * the connections fail: without Redis each process limits requests by itself and finds changes by polling; without
 * PostgreSQL environments are read from Redis. `canFind` says whether any environment can be found at the moment.
 */
export async function openStore<Key extends EnvironmentKey, Environments extends Store<Key>>(
  context: ServiceContext<StoreConfig>,
  options: OpenStoreOptions,
  createStore: (options: EnvironmentStoreOptions) => Environments & Store<Key>,
): Promise<{ opened: OpenStore<Key, Environments>; canFind: () => Promise<boolean> }> {
  const { config, log, registry, now } = context;
  const limits = { ...toLimits(config), ...options.limits };
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
  const environments = createStore({
    pool,
    replicaPool: replicaPool || undefined,
    redis: datafileRedis,
    subscriber,
    now,
    log,
    pollIntervalMs: config.DATAFILE_POLL_INTERVAL_MS,
    maxBytes: config.ENVIRONMENT_CACHE_BYTES ?? environmentCacheBytes(options.heapPart ?? defaultHeapPart),
    onKeyUsed: keyUses.record,
    ...metrics,
  });
  context.defer(() => environments.close());
  metrics.sampleStore(environments);

  const checkDatabase = createDatabaseCheck(pool);
  const checkReplica = replicaPool ? createDatabaseCheck(replicaPool) : async () => false;
  const canFind = async () =>
    environments.stats().cachedEnvironments > 0 ||
    datafileRedis.status === 'ready' ||
    (await checkDatabase()) ||
    checkReplica();
  const callers = openCallers<Key>(context, { environments, governance, limits });
  return { opened: { environments, governance, limits, ...callers, pool, checkDatabase }, canFind };
}

/** Opens the functions that identify and admit the sender of a request. */
function openCallers<Key extends EnvironmentKey>(
  { config, registry, now }: ServiceContext<StoreConfig>,
  opened: { environments: Store<Key>; governance: Governance; limits: Limits },
): { admit: Admit; charge: Charge; callers: Callers<Key>; trustedProxies: TrustedProxies } {
  const trustedProxies = createTrustedProxies(config.TRUST_PROXY, config.TRUST_PROXY_FROM);
  const rejections = createRejectionCounter(registry);
  const callers = createCallers({
    ...opened,
    trustedProxies,
    now,
    onRateLimited: () => rejections.add('rate_limit_exceeded'),
  });
  return {
    trustedProxies,
    admit: createAdmit({ ...opened, rejections }),
    charge: createCharge({ ...opened, callers }),
    callers,
  };
}
