import type { Cluster, Redis } from 'ioredis';
import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import { createResilientRedis } from '@bunting/redis';
import { copyEnvironment } from '../redis-copy/copy-environment.ts';
import { createEnvironmentLoader } from './environment-loader.ts';
import { createEnvironmentRefresher, type Reload } from './environment-refresher.ts';
import { createEnvironmentFinder } from './environment-finder.ts';
import { createEnvironmentSource } from '../read/environment-source.ts';
import {
  createCachedEnvironments,
  type CachedEnvironment,
  type CachedEnvironments,
  type FoundKey,
} from './cached-environment.ts';
import { createVersionWaits } from './version-waits.ts';
import { startSync } from './start-sync.ts';
import { createPostgresFragments } from '../fragments/postgres-fragments.ts';
import { createReadReplica, type ReplicaOutcome } from '../read/read-replica.ts';
import { createRedisCopy } from '../redis-copy/redis-copy.ts';
import { malformedOutcomes, type MalformedDefinition } from '../read/malformed-definitions.ts';
import type { Log } from '@bunting/observability';
import { createFailureLog } from '../read/failure-log.ts';

/** The datafiles of a process, cached in memory and kept at PostgreSQL's version. */
export interface DatafileStore {
  /**
   * Finds a key, in the form that the client sent, with its environment and its kind. If the environment is cached it is returned at
   * once, undefined means that the key does not exist. Rejects with DatafileUnavailable when neither PostgreSQL nor a copy knows the key.
   */
  find(apiKey: string): FoundKey | undefined | Promise<FoundKey | undefined>;
  /**
   * Refreshes the environment if its version is below `version`, and resolves when that is done, after `timeoutMs` at the latest. Never
   * rejects, and asks PostgreSQL for an environment four times a second at most.
   */
  reach(environment: CachedEnvironment, version: number, timeoutMs: number): Promise<void>;
  stats(): DatafileStats;
  /** Stops the synchronisation; cached environments can still be found. The caller closes the connections. */
  close(): void;
}

/** The state of the cache, for metrics. */
export interface DatafileStats {
  readonly cachedEnvironments: number;
  /** Seconds since the cached versions were last compared with PostgreSQL. */
  readonly ageSeconds: number;
  /** Cached definitions that are beyond the limits or cannot be read. */
  readonly malformed: Readonly<Record<MalformedDefinition['kind'], number>>;
}

/** What a datafile store reads from, and whom it tells. All times are in milliseconds. */
export interface DatafileStoreOptions {
  readonly pool: pg.Pool;
  /** Connections to a streaming replica of that PostgreSQL, which is read first. */
  readonly replicaPool?: pg.Pool | undefined;
  /** Reconnected when it does not answer. */
  readonly redis: Redis | Cluster;
  /** A separate connection, which becomes a subscriber and cannot send other commands. */
  readonly subscriber: Redis;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  /** A change whose announcement was lost is found within this time. */
  readonly pollIntervalMs?: number;
  /** Time-out of one command of PostgreSQL or Redis, after which the server counts as unavailable. */
  readonly timeoutMs?: number;
  readonly onReload?: (reload: Reload) => void;
  /** A valid key was asked with, for the first time in a minute; `at` is the beginning of that minute. */
  readonly onKeyUsed?: (keyHash: string, at: number) => void;
  readonly onReplicaAsked?: (outcome: ReplicaOutcome) => void;
  /** A cached environment could not be refreshed; the next poll tries again. */
  readonly onReloadFailure?: (error: unknown) => void;
}

/** Contract: after a lost message a change is served within ten seconds. */
export const defaultPollIntervalMs = 3_000;
const defaultTimeoutMs = 1_000;
/** How long no command is sent to a server that did not answer. */
const openMs = 2_000;

/**
 * Creates an empty store, which loads each environment when its key is first asked for and keeps it current until `close`. Does
 * not wait for PostgreSQL or Redis.
 */
export function createDatafileStore(options: DatafileStoreOptions): DatafileStore {
  const { pool, replicaPool, redis, subscriber, now, log } = options;
  const { pollIntervalMs = defaultPollIntervalMs, timeoutMs = defaultTimeoutMs } = options;
  const { onReload = () => {}, onReloadFailure = () => {}, onReplicaAsked = () => {} } = options;
  const { onKeyUsed = () => {} } = options;

  const sender = createResilientRedis({
    redis,
    name: 'datafiles',
    log,
    timeoutMs: { min: timeoutMs, max: timeoutMs },
  });
  const postgres = createPostgresFragments({
    pool,
    circuit: createCircuit({ name: 'PostgreSQL', timeoutMs, openMs, now }),
    now,
  });
  const copy = createRedisCopy(sender);
  const copying = { sender, copy, postgres, now };
  const failures = createFailureLog(log);
  const replica =
    replicaPool && createReadReplica({ pool: replicaPool, now, failures, onAsked: onReplicaAsked });
  const onMalformed = createMalformedLog(log);
  const source = createEnvironmentSource({ postgres, replica, copy, failures, onMalformed });
  const cached = createCachedEnvironments();
  const refresher = createEnvironmentRefresher({ cached, source, now, onReload, onDrop: forgetCopy });
  const loader = createEnvironmentLoader({ cached, source, now, onLoad });
  const finder = createEnvironmentFinder({ cached, source, loader, refresher, now, onKeyUsed });
  const versionWaits = createVersionWaits({
    refresher,
    now,
    onFailure(error) {
      failures.failed('Refreshing a datafile', error);
      onReloadFailure(error);
    },
  });
  const sync = startSync({
    cached,
    source,
    loader,
    refresher,
    copying,
    subscriber,
    failures,
    pollIntervalMs,
    onPublication: () => finder.forgetUnknownKeys(),
    onFailure: onReloadFailure,
  });

  function onLoad(reload: Reload, askedAt: number): void {
    // A copy may be old. Unconfirmed, it is read whole by the first refresh.
    if (reload.source === 'postgres') refresher.confirm(reload.environmentId, askedAt);
    onReload(reload);
  }

  function forgetCopy(environmentId: string): void {
    copyEnvironment(copying, environmentId).catch((error: unknown) =>
      failures.failed('Removing a copy from Redis', error),
    );
  }

  return {
    find: (apiKey) => finder.find(apiKey),
    reach: (environment, version, timeoutMs) => versionWaits.reach(environment, version, timeoutMs),
    stats: () => ({
      cachedEnvironments: cached.ids().length,
      ageSeconds: Math.max(0, (now() - sync.checkedAt()) / 1000),
      malformed: countMalformed(cached),
    }),
    close() {
      sync.stop();
      sender.close();
    },
  };
}

function createMalformedLog(log: Log) {
  return (environment: string, { kind, id, why }: MalformedDefinition, isLastLogged: boolean): void => {
    const further = isLastLogged ? '. Further ones of this environment are not logged' : '';
    log.warn({ environment, kind, id, why }, `${malformedOutcomes[kind]}${further}`);
  };
}

function countMalformed(cached: CachedEnvironments): DatafileStats['malformed'] {
  const count = (kind: MalformedDefinition['kind']) =>
    cached.ids().reduce((sum, id) => sum + cached.byId(id)!.malformed.count(kind), 0);
  return { feature: count('feature'), segment: count('segment'), document: count('document') };
}
