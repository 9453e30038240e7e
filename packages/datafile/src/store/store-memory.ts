import type { Log } from '@bunting/observability';
import type { CachedEntry, CachedEnvironments } from './cached-environment.ts';
import { createMemoryBudget, type MemoryBudget } from './memory-budget.ts';
import { createReloadBrake, type ReloadBrake } from './reload-brake.ts';
import { createTooLargeEnvironments, type TooLargeEnvironments } from './too-large-environments.ts';

/** The parts that keep the environments of a store within its memory. */
export interface StoreMemory {
  readonly budget: MemoryBudget;
  readonly brake: ReloadBrake;
  readonly tooLarge: TooLargeEnvironments;
  /** Evaluations have added these bytes to cached environments. */
  readonly onGrown: (bytes: number) => void;
}

/** Bytes that evaluations may add before the budget is looked at, as a part of it. */
const lookPart = 64;

export function createStoreMemory(options: {
  maxBytes?: number;
  cached: Pick<CachedEnvironments<unknown>, 'entries' | 'evict'>;
  isFollowed?: (environmentId: string) => boolean;
  now: () => number;
  log: Log;
  /** The environment is no longer refreshed. */
  forget: (environmentId: string) => void;
  onForgotten?: (environmentId: string) => void;
  onEvicted?: () => void;
  onTooLarge?: () => void;
}): StoreMemory {
  const { maxBytes = Infinity, cached, isFollowed = () => false, now, log, forget } = options;
  const { onForgotten = () => {}, onEvicted = () => {}, onTooLarge = () => {} } = options;
  const brake = createReloadBrake();
  const logEviction = createEvictionLog({ maxBytes, now, log });
  let grownBytes = 0;

  const budget = createMemoryBudget({
    maxBytes,
    isFollowed,
    entries: () => cached.entries(),
    evict(entry) {
      const { environmentId, organisationId } = entry;
      logEviction(entry);
      cached.evict(environmentId);
      brake.evicted(environmentId, organisationId);
      forget(environmentId);
      onEvicted();
      onForgotten(environmentId);
    },
  });

  return {
    budget,
    brake,
    tooLarge: createTooLargeEnvironments({ now, log, onRefused: onTooLarge }),
    onGrown(bytes) {
      grownBytes += bytes;
      if (grownBytes <= maxBytes / lookPart) return;
      grownBytes = 0;
      // Not now: the evaluation that has added them goes on.
      setImmediate(() => budget.makeRoom());
    },
  };
}

const logIntervalMs = 60_000;

/** Logs an eviction once a minute: where environments do not fit, each request causes one. */
function createEvictionLog(options: {
  maxBytes: number;
  now: () => number;
  log: Log;
}): (entry: CachedEntry) => void {
  const { maxBytes, now, log } = options;
  let loggedAt = -Infinity;
  return (entry) => {
    if (Math.abs(now() - loggedAt) < logIntervalMs) return;
    loggedAt = now();
    const { environmentId: environment, organisationId: organisation } = entry;
    log.warn(
      { environment, organisation, bytes: entry.weight(), maxBytes },
      "The environments of this process don't fit into memory; evicting the least recently used. See ENVIRONMENT_CACHE_BYTES",
    );
  };
}
