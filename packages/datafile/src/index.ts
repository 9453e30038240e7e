export type { AccessFragment, EnvironmentAccess } from './access-fragment.ts';
export { announce } from './announce.ts';
export { authenticate } from './authenticate.ts';
export { createDatafileMetrics, type DatafileMetrics } from './datafile-metrics.ts';
export { datafileFields } from './datafile-fields.ts';
export {
  createDatafileStore,
  defaultPollIntervalMs,
  type DatafileStats,
  type DatafileStore,
  type DatafileStoreOptions,
} from './datafile-store.ts';
export { DatafileUnavailable } from './datafile-unavailable.ts';
export type { Reload } from './environment-refresher.ts';
export type { HeldEnvironment } from './held-environment.ts';
export type { FragmentScope } from './lock-environments.ts';
export type { Publication } from './publication.ts';
export { parseInSteps } from './parse-in-steps.ts';
export { readWrittenFragments } from './read-written-fragments.ts';
export type { StoredFragment } from './stored-fragment.ts';
export { tombstones } from './tombstones.ts';
export { writeFragments, type WrittenVersion } from './write-fragments.ts';
