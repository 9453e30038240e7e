import type { Reload } from './environment-refresher.ts';
import type { EnvironmentSource } from './environment-source.ts';
import { createSemaphore } from '@bunting/async';
import type { CachedEnvironment, CachedEnvironments } from './cached-environment.ts';

/** Brings environments into memory that are not held yet. */
export interface EnvironmentLoader {
  /** All who ask meanwhile share one load. Undefined: there is no such environment. */
  load(environmentId: string): Promise<CachedEnvironment | undefined>;
  /** The load under way, if there is one. */
  inFlight(environmentId: string): Promise<unknown> | undefined;
}

/** Bounds what lies in memory on its way; a load is bound by the processor, so more at once are not faster. */
const loadsAtOnce = 4;

export function createEnvironmentLoader(options: {
  held: CachedEnvironments;
  source: EnvironmentSource;
  now: () => number;
  /** With the time when it was asked for. */
  onLoad: (reload: Reload, askedAt: number) => void;
}): EnvironmentLoader {
  const { held, source, now, onLoad } = options;
  const loads = new Map<string, Promise<CachedEnvironment | undefined>>();
  const gate = createSemaphore(loadsAtOnce);

  async function loadOnce(environmentId: string): Promise<CachedEnvironment | undefined> {
    const startedAt = performance.now();
    const askedAt = now();
    const { whole, from } = await source.readAnywhere(environmentId);
    if (!whole) return undefined;
    const { version } = whole;
    const environment = held.add(environmentId, { ...whole, loadedAt: now() });
    const durationMs = performance.now() - startedAt;
    onLoad({ environmentId, version, extent: 'whole', source: from, durationMs }, askedAt);
    return environment;
  }

  return {
    load(environmentId) {
      const present = loads.get(environmentId);
      if (present) return present;
      const load = gate(() => loadOnce(environmentId)).finally(() => loads.delete(environmentId));
      loads.set(environmentId, load);
      return load;
    },
    inFlight: (environmentId) => loads.get(environmentId),
  };
}
