import type { Reload } from './environment-refresher.ts';
import type { EnvironmentSource } from '../read/environment-source.ts';
import { createSemaphore } from '@bunting/async';
import type { CachedEnvironment, CachedEnvironments } from './cached-environment.ts';

/** Loads environments that are not cached yet. */
export interface EnvironmentLoader<Content = unknown> {
  /** Concurrent calls share one load. Undefined: the environment does not exist. */
  load(environmentId: string): Promise<CachedEnvironment<Content> | undefined>;
  /** The running load, if there is one. */
  inFlight(environmentId: string): Promise<unknown> | undefined;
}

/** Limits the memory that loads need. They are CPU-bound, so more would not be faster. */
const maxConcurrentLoads = 4;

export function createEnvironmentLoader<Content>(options: {
  cached: CachedEnvironments<Content>;
  source: Pick<EnvironmentSource<Content, unknown>, 'readAnywhere'>;
  now: () => number;
  /** Receives also the time at which the load began. */
  onLoad: (reload: Reload, askedAt: number) => void;
}): EnvironmentLoader<Content> {
  const { cached, source, now, onLoad } = options;
  const loads = new Map<string, Promise<CachedEnvironment<Content> | undefined>>();
  const semaphore = createSemaphore(maxConcurrentLoads);

  async function loadOnce(environmentId: string): Promise<CachedEnvironment<Content> | undefined> {
    const startedAt = performance.now();
    const askedAt = now();
    const { whole, from } = await source.readAnywhere(environmentId);
    if (!whole) return undefined;
    const { version } = whole;
    const environment = cached.add(environmentId, { ...whole, loadedAt: now() });
    const durationMs = performance.now() - startedAt;
    onLoad({ environmentId, version, extent: 'whole', source: from, durationMs }, askedAt);
    return environment;
  }

  return {
    load(environmentId) {
      const present = loads.get(environmentId);
      if (present) return present;
      const load = semaphore(() => loadOnce(environmentId)).finally(() => loads.delete(environmentId));
      loads.set(environmentId, load);
      return load;
    },
    inFlight: (environmentId) => loads.get(environmentId),
  };
}
