import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type pg from 'pg';
import { createCircuit } from '@bunting/async';
import { createResilientRedis } from '@bunting/redis';
import { copyEnvironment } from '../redis-copy/copy-environment.ts';
import { createEnvironmentLoader } from './environment-loader.ts';
import { createEnvironmentRefresher, type Reload } from './environment-refresher.ts';
import { createEnvironmentSource, primaryOnly } from './environment-source.ts';
import { createCachedEnvironments, type CachedEnvironment, type KnownKey } from './cached-environment.ts';
import { startSync } from './start-sync.ts';
import { createKeyLookup } from './key-lookup.ts';
import { createPostgresFragments } from '../fragments/postgres-fragments.ts';
import { createReadReplica, type ReplicaOutcome } from './read-replica.ts';
import { createRedisCopy } from '../redis-copy/redis-copy.ts';
import { malformedOutcomes, type MalformedDefinition } from './malformed-definitions.ts';
import type { Log } from '@bunting/observability';
import { createFailureLog } from './failure-log.ts';
import { createUnknownKeys } from './unknown-keys.ts';

/** The datafiles that a process serves from, held in memory and kept at PostgreSQL's version. */
export interface DatafileStore {
  /**
   * The environment of a key as the client sent it: at once when it is held, undefined when there is no such key.
   * Rejects with DatafileUnavailable when that cannot be found out now.
   */
  find(apiKey: string): CachedEnvironment | undefined | Promise<CachedEnvironment | undefined>;
  stats(): DatafileStats;
  /** Stops following; what is held can still be found. The connections stay the caller's. */
  close(): void;
}

export interface DatafileStats {
  readonly cachedEnvironments: number;
  /** Since the held versions were last seen to be PostgreSQL's, or known not to be. */
  readonly ageSeconds: number;
  /** Definitions held that are not served as they were meant. */
  readonly malformed: Readonly<Record<MalformedDefinition['kind'], number>>;
}

export interface DatafileStoreOptions {
  readonly pool: pg.Pool;
  /** Connections to a streaming replica of that PostgreSQL, to be asked first. */
  readonly replicaPool?: pg.Pool | undefined;
  /** Reconnected when it falls silent. */
  readonly redis: Redis | Cluster;
  /** A connection of its own: it becomes a subscriber and can do nothing else. */
  readonly subscriber: Redis;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  /** How soon a lost message is made up for. */
  readonly pollIntervalMs?: number;
  /** How long PostgreSQL or Redis may take over one answer before it counts as away. */
  readonly timeoutMs?: number;
  readonly onReload?: (reload: Reload) => void;
  /** A valid key was asked with, for the first time in a minute; `at` is the beginning of that minute. */
  readonly onKeyUsed?: (keyHash: string, at: number) => void;
  readonly onReplicaAsked?: (outcome: ReplicaOutcome) => void;
  /** A held environment could not be brought up to date; the next poll tries again. */
  readonly onReloadFailure?: (error: unknown) => void;
}

/** Contract of the service: a lost message costs at most ten seconds. */
export const defaultPollIntervalMs = 3_000;
const defaultTimeoutMs = 1_000;
/** For how long nobody asks a server again that did not answer. */
const openMs = 2_000;
/** Between two look-ups of unknown keys. */
const betweenLookupsMs = 5;
const unknownKeyTtlMs = 3_000;
const unknownKeyCapacity = 10_000;
const minuteMs = 60_000;
const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
  const trouble = createFailureLog(log);
  const replica =
    replicaPool && createReadReplica({ pool: replicaPool, now, trouble, onAsked: onReplicaAsked });
  const source = createEnvironmentSource({ postgres, replica, copy, trouble, onMalformed });
  const held = createCachedEnvironments();
  const unknownKeys = createUnknownKeys({ capacity: unknownKeyCapacity, ttlMs: unknownKeyTtlMs, now });
  const lookup = createKeyLookup({
    findEnvironments: (keyHashes) => source.findEnvironments(keyHashes),
    pauseMs: betweenLookupsMs,
    maxWaiting: unknownKeyCapacity,
  });
  const refresher = createEnvironmentRefresher({ held, source, now, onReload, onDrop: forgetCopy });
  const loader = createEnvironmentLoader({ held, source, now, onLoad });
  const current = startSync({
    held,
    source,
    loader,
    refresher,
    copying,
    subscriber,
    trouble,
    pollIntervalMs,
    onPublication: () => unknownKeys.clear(),
    onFailure: onReloadFailure,
  });

  function onMalformed(
    environment: string,
    { kind, id, why }: MalformedDefinition,
    isLastTold: boolean,
  ): void {
    const further = isLastTold ? '. What else there is in this environment is not told' : '';
    log.warn({ environment, kind, id, why }, `${malformedOutcomes[kind]}${further}`);
  }

  function countMalformed(kind: MalformedDefinition['kind']): number {
    return held.ids().reduce((sum, id) => sum + held.byId(id)!.malformed.count(kind), 0);
  }

  function onLoad(reload: Reload, askedAt: number): void {
    // What comes from a copy may be old; the first refresh then reads everything.
    if (reload.source === 'postgres') refresher.confirm(reload.environmentId, askedAt);
    onReload(reload);
  }

  function forgetCopy(environmentId: string): void {
    copyEnvironment(copying, environmentId).catch((error: unknown) =>
      trouble.failed('Removing a copy from Redis', error),
    );
  }

  function environmentOf(known: KnownKey): CachedEnvironment {
    const minute = Math.floor(now() / minuteMs);
    if (known.usedInMinute !== minute) {
      known.usedInMinute = minute;
      onKeyUsed(known.keyHash, minute * minuteMs);
    }
    return known.environment;
  }

  async function findUnheld(key: string, keyHash: string): Promise<CachedEnvironment | undefined> {
    const era = unknownKeys.era();
    const environmentId = await lookup.find(keyHash);
    if (environmentId !== undefined) {
      // Held already and yet the key is new to it: the announcement is still on its way.
      if (held.byId(environmentId)) await refresher.refresh(environmentId, primaryOnly);
      else await loader.load(environmentId);
    }
    const found = held.rememberKey(key, keyHash);
    if (!found) unknownKeys.add(key, era);
    return found && environmentOf(found);
  }

  return {
    find(apiKey) {
      const known = held.byKey(apiKey);
      if (known) return environmentOf(known);
      const key = apiKey.toLowerCase();
      if (!keyPattern.test(key) || unknownKeys.has(key)) return undefined;
      const keyHash = createHash('sha256').update(key).digest('hex');
      const found = held.byKey(key) ?? held.rememberKey(key, keyHash);
      return found ? environmentOf(found) : findUnheld(key, keyHash);
    },
    stats: () => ({
      cachedEnvironments: held.ids().length,
      ageSeconds: Math.max(0, (now() - current.checkedAt()) / 1000),
      malformed: {
        feature: countMalformed('feature'),
        segment: countMalformed('segment'),
        document: countMalformed('document'),
      },
    }),
    close() {
      current.stop();
      sender.close();
    },
  };
}
