import type { Reload } from './environment-refresher.ts';
import type { EnvironmentSource } from '../read/environment-source.ts';
import { createSemaphore } from '@bunting/async';
import type { CachedEnvironment, CachedEnvironments } from './cached-environment.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { ReloadBrake } from './reload-brake.ts';
import type { TooLargeEnvironments } from './too-large-environments.ts';

/** Loads environments that are not cached yet. */
export interface EnvironmentLoader<Content = unknown> {
  /**
   * Loads an environment; concurrent calls share one load. Returns undefined if it does not exist. Rejects with DatafileTooLarge if
   * it does not fit into memory, and with DatafileUnavailable if it cannot be read, or if there is no room for it at the moment.
   */
  load(environmentId: string): Promise<CachedEnvironment<Content> | undefined>;
  /** Returns the running load, if there is one. */
  inFlight(environmentId: string): Promise<unknown> | undefined;
}

/** Limits the memory that loads need. They are CPU-bound, so more would not be faster. */
const maxConcurrentLoads = 4;

export function createEnvironmentLoader<Content>(options: {
  cached: CachedEnvironments<Content>;
  source: Pick<EnvironmentSource<Content, unknown>, 'readAnywhere'>;
  budget: MemoryBudget;
  brake: Pick<ReloadBrake, 'enter'>;
  tooLarge: TooLargeEnvironments;
  now: () => number;
  /** Receives also the time at which the load began. */
  onLoad: (reload: Reload, askedAt: number) => void;
}): EnvironmentLoader<Content> {
  const { cached, source, budget, brake, tooLarge, now, onLoad } = options;
  const loads = new Map<string, Promise<CachedEnvironment<Content> | undefined>>();
  const semaphore = createSemaphore(maxConcurrentLoads);

  async function loadOnce(environmentId: string): Promise<CachedEnvironment<Content> | undefined> {
    const startedAt = performance.now();
    const askedAt = now();
    const reservation = budget.reserve();
    let found;
    let environment;
    try {
      found = await source.readAnywhere(environmentId, (bytes) => reservation.grow(bytes));
      if (!found.whole) return undefined;
      environment = cached.add(environmentId, { ...found.whole, loadedAt: now() });
    } finally {
      reservation.release();
    }
    budget.makeRoom(environmentId);
    const { from } = found;
    const { version } = environment;
    const durationMs = performance.now() - startedAt;
    onLoad({ environmentId, version, extent: 'whole', source: from, durationMs }, askedAt);
    return environment;
  }

  async function load(environmentId: string): Promise<CachedEnvironment<Content> | undefined> {
    tooLarge.refuse(environmentId);
    const leave = await brake.enter(environmentId);
    try {
      return await semaphore(() => loadOnce(environmentId));
    } catch (error) {
      tooLarge.note(environmentId, error);
      throw error;
    } finally {
      leave?.();
    }
  }

  return {
    load(environmentId) {
      const present = loads.get(environmentId);
      if (present) return present;
      const loading = load(environmentId).finally(() => loads.delete(environmentId));
      loads.set(environmentId, loading);
      return loading;
    },
    inFlight: (environmentId) => loads.get(environmentId),
  };
}
