import {
  createCounter,
  createGauge,
  createHistogram,
  sampleGauge,
  type Registry,
} from '@bunting/observability';
import type { DatafileStats } from './datafile-store.ts';
import type { Reload } from './environment-refresher.ts';
import type { ReplicaOutcome } from '../read/read-replica.ts';

/** The callbacks by which a datafile store reports to the metrics; they are options of `createDatafileStore`. */
export interface DatafileMetrics {
  /** Counts a new version by extent and source, and observes its duration. */
  readonly onReload: (reload: Reload) => void;
  /** Counts a reload that failed. */
  readonly onReloadFailure: () => void;
  /** Counts an environment that was evicted. */
  readonly onEvicted: () => void;
  /** Counts a request whose environment does not fit into memory. */
  readonly onTooLarge: () => void;
  /** Counts a read that the replica was asked for. */
  readonly onReplicaAsked: (outcome: ReplicaOutcome) => void;
  /** Samples the store's statistics at every scrape. */
  sampleStore(environments: SampledStore): void;
}

/** A store that compiles nothing knows of no malformed definitions. */
interface SampledStore {
  stats(): Omit<DatafileStats, 'malformed'> & Partial<DatafileStats>;
}

/** Registers the metrics of the cached datafiles: their age, and the reloads. */
export function createDatafileMetrics(registry: Registry): DatafileMetrics {
  const durations = createHistogram(registry, {
    name: 'datafile_reload_duration_seconds',
    help: 'Time to read and compile a new version, by extent (whole or change) and source.',
    labelNames: ['extent', 'source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const failures = createCounter(registry, {
    name: 'datafile_reload_failures_total',
    help: 'Failed reloads; the cached versions stayed in use.',
  });
  const evictions = createCounter(registry, {
    name: 'datafile_evictions_total',
    help: 'Environments evicted from memory to make room for others.',
  });
  const tooLarge = createCounter(registry, {
    name: 'datafile_too_large_total',
    help: "Loads refused with 503, because the environment doesn't fit into memory.",
  });
  const replicaReads = createCounter(registry, {
    name: 'datafile_replica_reads_total',
    help: 'Reads from a read replica, by outcome: answered; behind or away (then the primary was used).',
    labelNames: ['outcome'],
  });
  return {
    onReload: ({ extent, source, durationMs }) => durations.observe({ extent, source }, durationMs / 1000),
    onReloadFailure: () => failures.inc(),
    onEvicted: () => evictions.inc(),
    onTooLarge: () => tooLarge.inc(),
    onReplicaAsked: (outcome) => replicaReads.inc({ outcome }),
    sampleStore(environments) {
      sampleGauge(
        registry,
        { name: 'datafile_environments_held', help: 'Environments served from memory.' },
        () => environments.stats().cachedEnvironments,
      );
      sampleGauge(
        registry,
        {
          name: 'datafile_memory_bytes',
          help: 'Estimated memory of cached and loading environments.',
        },
        () => environments.stats().bytes,
      );
      sampleGauge(
        registry,
        {
          name: 'datafile_memory_max_bytes',
          help: 'Memory limit of environments (ENVIRONMENT_CACHE_BYTES).',
        },
        () => environments.stats().maxBytes,
      );
      sampleGauge(
        registry,
        {
          name: 'datafile_age_seconds',
          help: 'Time since all cached environments were last compared with PostgreSQL.',
        },
        () => environments.stats().ageSeconds,
      );
      if (environments.stats().malformed === undefined) return;
      const malformed = createGauge(registry, {
        name: 'datafile_malformed_definitions',
        help: 'Cached definitions beyond the limits: features whose rules match nobody, segments that count as missing, documents that are not read.',
        labelNames: ['kind'],
        collect() {
          for (const [kind, count] of Object.entries(environments.stats().malformed!))
            this.set({ kind }, count);
        },
      });
      malformed.reset();
    },
  };
}
