import type { Cluster, Redis } from 'ioredis';
import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import type { Log } from '@bunting/observability';
import { createResilientRedis } from '@bunting/redis';
import { createPostgresFragments } from '../fragments/postgres-fragments.ts';
import type { EnvironmentReader } from '../read/environment-reader.ts';
import { createEnvironmentSource, type EnvironmentSource } from '../read/environment-source.ts';
import { createFailureLog } from '../read/failure-log.ts';
import { createReadReplica, type ReplicaOutcome } from '../read/read-replica.ts';
import { copyEnvironment } from '../redis-copy/copy-environment.ts';
import { createRedisCopy } from '../redis-copy/redis-copy.ts';
import {
  createCachedEnvironments,
  type CachedEnvironment,
  type CachedEnvironments,
  type FoundKey,
} from './cached-environment.ts';
import { createEnvironmentFinder } from './environment-finder.ts';
import { createEnvironmentLoader } from './environment-loader.ts';
import {
  createEnvironmentRefresher,
  type EnvironmentRefresher,
  type NewVersion,
  type Reload,
} from './environment-refresher.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { startSync } from './start-sync.ts';
import { createStoreMemory } from './store-memory.ts';
import { createVersionWaits, type VersionWaits } from './version-waits.ts';

/** The sources, listeners and times of a store of environments. All times are in milliseconds. */
export interface EnvironmentStoreOptions {
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
  /** Bytes that environments may take in memory; absent = any number. */
  readonly maxBytes?: number;
  /** An environment was evicted to make room. */
  readonly onEvicted?: () => void;
  /** A request was refused, because its environment does not fit into memory. */
  readonly onTooLarge?: () => void;
}

/** Contract: after a lost message a change is served within ten seconds. */
export const defaultPollIntervalMs = 3_000;
const defaultTimeoutMs = 1_000;
/** The time without commands to a server that did not answer. */
const openMs = 2_000;

/** The environments that a process has asked for, kept at PostgreSQL's version; a reader decides what is kept of them. */
export interface EnvironmentStore<Content> {
  /**
   * Finds a key, in the form that the client sent, with its environment and its kind. If the environment is cached it is returned at
   * once, undefined means that the key does not exist. Rejects with DatafileUnavailable when neither PostgreSQL nor a copy knows the key.
   */
  readonly find: (apiKey: string) => FoundKey<Content> | undefined | Promise<FoundKey<Content> | undefined>;
  /**
   * Refreshes the environment if its version is below the given one, and resolves when that is done, after the time-out at the latest.
   * Never rejects, and asks PostgreSQL for an environment four times a second at most.
   */
  readonly reach: VersionWaits['reach'];
  readonly cached: CachedEnvironments<Content>;
  readonly refresher: EnvironmentRefresher;
  /** Seconds since the cached versions were last compared with PostgreSQL. */
  readonly ageSeconds: () => number;
  readonly budget: MemoryBudget;
  /** Evaluations have added these bytes to the cached environments. */
  readonly onGrown: (bytes: number) => void;
  /** Reads from where the store reads, by another reader. */
  createSource<Other, Applied>(reader: EnvironmentReader<Other, Applied>): EnvironmentSource<Other, Applied>;
  /** Stops the synchronisation; cached environments can still be found. The caller closes the connections. */
  readonly close: () => void;
}

/** The part in which stores differ: how they read, and whether versions must be announced. */
export interface EnvironmentReading<Content, Applied> {
  readonly reader: EnvironmentReader<Content, Applied>;
  readonly onNewVersion?: (newVersion: NewVersion<Content, Applied>) => void;
  /** A cached environment was deleted. */
  readonly onDropped?: (environmentId: string) => void;
  /** A cached environment was evicted: there are no more new versions of it until it is asked for again. */
  readonly onForgotten?: (environmentId: string) => void;
  /** Returns whether new versions of the environment must be announced. */
  readonly isFollowed?: (environmentId: string) => boolean;
  /** The content of a cached environment was replaced as a whole, or the environment was deleted or evicted. */
  readonly onRetired?: (environment: CachedEnvironment<Content>) => void;
}

/**
 * Creates an empty store, which loads each environment when its key is first asked for and keeps it current until `close`. Does
 * not wait for PostgreSQL or Redis.
 */
export function createEnvironmentStore<Content extends object, Applied>(
  options: EnvironmentStoreOptions & EnvironmentReading<Content, Applied>,
): EnvironmentStore<Content> {
  const { subscriber, now, reader, onNewVersion } = options;
  const { pollIntervalMs = defaultPollIntervalMs, timeoutMs = defaultTimeoutMs } = options;
  const { onReload = () => {}, onReloadFailure = () => {} } = options;
  const { onKeyUsed = () => {}, onDropped = () => {} } = options;

  const { sender, copying, failures, createSource } = openSources(options, timeoutMs);
  const source = createSource(reader);
  const cached = createCachedEnvironments<Content>(options.onRetired, (content) => reader.weightOf(content));
  const { budget, brake, tooLarge, onGrown } = createStoreMemory({
    ...options,
    cached,
    forget: (environmentId) => refresher.forget(environmentId),
  });
  const refresher = createEnvironmentRefresher({
    cached,
    source,
    budget,
    now,
    onReload,
    ...(onNewVersion && { onNewVersion }),
    onDrop,
    onTooLarge(environmentId, error) {
      tooLarge.note(environmentId, error);
      budget.evict(environmentId);
    },
  });
  const loader = createEnvironmentLoader({ cached, source, budget, brake, tooLarge, now, onLoad });
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
    onPublication(environmentId) {
      finder.forgetUnknownKeys();
      tooLarge.forget(environmentId);
    },
    onPoll: () => budget.makeRoom(),
    onFailure: onReloadFailure,
  });

  function onLoad(reload: Reload, askedAt: number): void {
    // A copy may be old. Unconfirmed, it is read whole by the first refresh.
    if (reload.source === 'postgres') refresher.confirm(reload.environmentId, askedAt);
    onReload(reload);
  }

  function onDrop(environmentId: string): void {
    onDropped(environmentId);
    copyEnvironment(copying, environmentId).catch((error: unknown) =>
      failures.failed('Removing a copy from Redis', error),
    );
  }

  return {
    find: (apiKey) => finder.find(apiKey),
    reach: (environment, version, waitMs) => versionWaits.reach(environment, version, waitMs),
    cached,
    refresher,
    budget,
    onGrown,
    ageSeconds: () => Math.max(0, (now() - sync.checkedAt()) / 1000),
    createSource,
    close() {
      sync.stop();
      sender.close();
    },
  };
}

/** Opens the sources of a store: PostgreSQL, its replica, and the copies in Redis. */
function openSources(options: EnvironmentStoreOptions, timeoutMs: number) {
  const { pool, replicaPool, redis, now, log, onReplicaAsked = () => {} } = options;
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
  const createSource = <Other, OtherApplied>(other: EnvironmentReader<Other, OtherApplied>) =>
    createEnvironmentSource({ postgres, replica, copy, failures, reader: other });
  return { sender, copying, failures, createSource };
}
