import { createEnvironmentReader } from '../read/environment-reader.ts';
import { malformedOutcomes, type MalformedDefinition } from '../read/malformed-definitions.ts';
import type { Log } from '@bunting/observability';
import type { CachedEnvironment, CachedEnvironments, CompiledContent } from './cached-environment.ts';
import {
  createEnvironmentStore,
  type EnvironmentStore,
  type EnvironmentStoreOptions,
} from './environment-store.ts';

/** The datafiles of a process, cached in memory and kept at PostgreSQL's version. */
export interface DatafileStore extends Pick<EnvironmentStore<CompiledContent>, 'find' | 'reach' | 'close'> {
  stats(): DatafileStats;
  /** Returns the cached environments. */
  cached(): readonly CachedEnvironment[];
}

/** The state of the cache, for metrics. */
export interface DatafileStats {
  readonly cachedEnvironments: number;
  /** Seconds since the cached versions were last compared with PostgreSQL. */
  readonly ageSeconds: number;
  /** Estimated bytes of what is cached and what is being loaded, and what they may be. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Cached definitions that are beyond the limits or cannot be read. */
  readonly malformed: Readonly<Record<MalformedDefinition['kind'], number>>;
}

/** The sources and listeners of a datafile store. */
export interface DatafileStoreOptions extends EnvironmentStoreOptions {
  /** The datafile of a cached environment was replaced as a whole, or the environment was deleted or evicted. */
  readonly onRetired?: (environment: CachedEnvironment) => void;
}

/**
 * Creates an empty store, which loads each environment when its key is first asked for and keeps it current until `close`. Does
 * not wait for PostgreSQL or Redis.
 */
export function createDatafileStore(options: DatafileStoreOptions): DatafileStore {
  const reader = createEnvironmentReader(createMalformedLog(options.log), (bytes) => store.onGrown(bytes));
  const store = createEnvironmentStore({ ...options, reader });
  const { find, reach, cached, budget, ageSeconds, close } = store;
  return {
    find,
    reach,
    stats: () => ({
      cachedEnvironments: cached.ids().length,
      ageSeconds: ageSeconds(),
      bytes: budget.usedBytes(),
      maxBytes: budget.maxBytes,
      malformed: countMalformed(cached),
    }),
    cached: () => cached.ids().map((id) => cached.byId(id)!),
    close,
  };
}

function createMalformedLog(log: Log) {
  return (environment: string, { kind, id, why }: MalformedDefinition, isLastLogged: boolean): void => {
    const further = isLastLogged ? ". Further ones in this environment aren't logged" : '';
    log.warn({ environment, kind, id, why }, `${malformedOutcomes[kind]}${further}`);
  };
}

function countMalformed(cached: CachedEnvironments): DatafileStats['malformed'] {
  const count = (kind: MalformedDefinition['kind']) =>
    cached.ids().reduce((sum, id) => sum + cached.byId(id)!.malformed.count(kind), 0);
  return { feature: count('feature'), segment: count('segment'), document: count('document') };
}
