export type { AccessFragment, EnvironmentAccess } from './fragments/access-fragment.ts';
export type { StoredFragment } from './fragments/stored-fragment.ts';
export { announce } from './publish/announce.ts';
export type { FragmentScope } from './publish/lock-environments.ts';
export type { Publication } from './publish/publication.ts';
export { readWrittenFragments } from './publish/read-written-fragments.ts';
export { tombstones } from './publish/tombstones.ts';
export { writeFragments, type WrittenVersion } from './publish/write-fragments.ts';
export type { CachedEnvironment } from './store/cached-environment.ts';
export { datafileFields } from './store/datafile-fields.ts';
export { createDatafileMetrics, type DatafileMetrics } from './store/datafile-metrics.ts';
export {
  createDatafileStore,
  type DatafileStats,
  type DatafileStore,
  type DatafileStoreOptions,
  defaultPollIntervalMs,
} from './store/datafile-store.ts';
export { DatafileUnavailable } from './store/datafile-unavailable.ts';
export type { Reload } from './store/environment-refresher.ts';
export { parseInSteps } from './store/parse-in-steps.ts';
