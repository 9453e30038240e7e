import { createHash } from 'node:crypto';
import { isUuid } from '@bunting/definitions/uuid';
import type { CachedEnvironment, CachedEnvironments, KnownKey } from './cached-environment.ts';
import type { EnvironmentLoader } from './environment-loader.ts';
import type { EnvironmentRefresher } from './environment-refresher.ts';
import { primaryOnly, type EnvironmentSource } from '../read/environment-source.ts';
import { createKeyLookup } from './key-lookup.ts';
import { createUnknownKeys } from './unknown-keys.ts';

/** Finds the environment of a key in the cache, or loads it. */
export interface EnvironmentFinder {
  /**
   * A cached environment is returned at once, undefined means that the key does not exist. Rejects with DatafileUnavailable
   * when neither PostgreSQL nor a copy knows the key.
   */
  find(apiKey: string): CachedEnvironment | undefined | Promise<CachedEnvironment | undefined>;
  /** Any key may exist now: forgets those that were not found. */
  forgetUnknownKeys(): void;
}

/** Pause between two look-ups of unknown keys. */
const lookupPauseMs = 5;
const unknownKeyTtlMs = 3_000;
const unknownKeyCapacity = 10_000;
const minuteMs = 60_000;

export function createEnvironmentFinder(options: {
  cached: CachedEnvironments;
  source: Pick<EnvironmentSource, 'findEnvironments'>;
  loader: EnvironmentLoader;
  refresher: EnvironmentRefresher;
  now: () => number;
  onKeyUsed: (keyHash: string, at: number) => void;
}): EnvironmentFinder {
  const { cached, source, loader, refresher, now, onKeyUsed } = options;
  const unknownKeys = createUnknownKeys({ capacity: unknownKeyCapacity, ttlMs: unknownKeyTtlMs, now });
  const lookup = createKeyLookup({
    findEnvironments: (keyHashes) => source.findEnvironments(keyHashes),
    pauseMs: lookupPauseMs,
    maxWaiting: unknownKeyCapacity,
  });

  /** Reports the first use of a key in each minute. */
  function environmentOf(known: KnownKey): CachedEnvironment {
    const minute = Math.floor(now() / minuteMs);
    if (known.usedInMinute !== minute) {
      known.usedInMinute = minute;
      onKeyUsed(known.keyHash, minute * minuteMs);
    }
    return known.environment;
  }

  async function findUncached(key: string, keyHash: string): Promise<CachedEnvironment | undefined> {
    const generation = unknownKeys.generation();
    const environmentId = await lookup.find(keyHash);
    if (environmentId !== undefined) {
      // The cached version lacks the key: its announcement has not arrived yet.
      if (cached.byId(environmentId)) await refresher.refresh(environmentId, primaryOnly);
      else await loader.load(environmentId);
    }
    const found = cached.rememberKey(key, keyHash);
    if (!found) unknownKeys.add(key, generation);
    return found && environmentOf(found);
  }

  return {
    find(apiKey) {
      const known = cached.byKey(apiKey);
      if (known) return environmentOf(known);
      const key = apiKey.toLowerCase();
      if (!isUuid(key) || unknownKeys.has(key)) return undefined;
      const keyHash = createHash('sha256').update(key).digest('hex');
      const found = cached.byKey(key) ?? cached.rememberKey(key, keyHash);
      return found ? environmentOf(found) : findUncached(key, keyHash);
    },
    forgetUnknownKeys: () => unknownKeys.clear(),
  };
}
