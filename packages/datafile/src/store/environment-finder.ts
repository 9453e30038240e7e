import { isUuid } from '@bunting/definitions/uuid';
import type { CachedEnvironments, FoundKey, KnownKey } from './cached-environment.ts';
import type { EnvironmentLoader } from './environment-loader.ts';
import type { EnvironmentRefresher } from './environment-refresher.ts';
import { EnvironmentEvicted } from '../read/datafile-errors.ts';
import { primaryOnly, type EnvironmentSource } from '../read/environment-source.ts';
import { getPossibleHashes, type PossibleHashes } from '../fragments/key-hash.ts';
import { createKeyLookup } from './key-lookup.ts';
import { createUnknownKeys } from './unknown-keys.ts';

/** Finds a key with its environment in the cache, or loads the environment. */
export interface EnvironmentFinder<Content> {
  /**
   * Returns the environment of a key, without a promise if it is cached; undefined means that the key does not exist. Rejects with
   * DatafileUnavailable when neither PostgreSQL nor a copy knows the key.
   */
  find(apiKey: string): FoundKey<Content> | undefined | Promise<FoundKey<Content> | undefined>;
  /** Removes the keys that were not found from the cache, because any of them may exist now. */
  forgetUnknownKeys(): void;
}

/** Pause between two look-ups of unknown keys. */
const lookupPauseMs = 5;
/** Attempts to find an environment that is evicted again and again. */
const maxAttempts = 3;
const unknownKeyTtlMs = 3_000;
const unknownKeyCapacity = 10_000;
const minuteMs = 60_000;

export function createEnvironmentFinder<Content>(options: {
  cached: CachedEnvironments<Content>;
  source: Pick<EnvironmentSource<Content, unknown>, 'findEnvironments'>;
  loader: EnvironmentLoader;
  refresher: EnvironmentRefresher;
  now: () => number;
  onKeyUsed: (keyHash: string, at: number) => void;
}): EnvironmentFinder<Content> {
  const { cached, source, loader, refresher, now, onKeyUsed } = options;
  const unknownKeys = createUnknownKeys({ capacity: unknownKeyCapacity, ttlMs: unknownKeyTtlMs, now });
  const lookup = createKeyLookup({
    findEnvironments: (keyHashes) => source.findEnvironments(keyHashes),
    pauseMs: lookupPauseMs,
    maxWaiting: unknownKeyCapacity,
  });

  /** Reports the first use of a key in each minute. */
  function used(known: KnownKey<Content>): FoundKey<Content> {
    cached.use(known);
    const minute = Math.floor(now() / minuteMs);
    if (known.usedInMinute !== minute) {
      known.usedInMinute = minute;
      onKeyUsed(known.keyHash, minute * minuteMs);
    }
    return known;
  }

  /**
   * Remembers a key. In a fragment written by a release without kinds, the hash of a client key is among those of server keys,
   * but it is not one.
   */
  function remember(key: string, [client, other]: PossibleHashes): KnownKey<Content> | undefined {
    return (
      cached.rememberKey(key, client, ['client']) ?? cached.rememberKey(key, other, ['server', 'datafile'])
    );
  }

  async function findUncached(
    key: string,
    keyHashes: PossibleHashes,
  ): Promise<FoundKey<Content> | undefined> {
    const generation = unknownKeys.generation();
    const environmentId = await lookup.find(keyHashes);
    const found = environmentId === undefined ? undefined : await findIn(environmentId, key, keyHashes);
    if (!found) unknownKeys.add(key, generation);
    return found && used(found);
  }

  /** Loads the environment, again if it is evicted before this request has it. */
  async function findIn(
    environmentId: string,
    key: string,
    keyHashes: PossibleHashes,
  ): Promise<KnownKey<Content> | undefined> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      // The cached version lacks the key: its announcement has not arrived yet.
      if (cached.byId(environmentId)) await refresher.refresh(environmentId, primaryOnly);
      else if ((await loader.load(environmentId)) === undefined) return undefined;
      const found = remember(key, keyHashes);
      if (found || cached.byId(environmentId)) return found;
    }
    throw new EnvironmentEvicted();
  }

  return {
    find(apiKey) {
      const known = cached.byKey(apiKey);
      if (known) return used(known);
      const key = apiKey.toLowerCase();
      if (!isUuid(key) || unknownKeys.has(key)) return undefined;
      const keyHashes = getPossibleHashes(key);
      const found = cached.byKey(key) ?? remember(key, keyHashes);
      return found ? used(found) : findUncached(key, keyHashes);
    },
    forgetUnknownKeys: () => unknownKeys.clear(),
  };
}
