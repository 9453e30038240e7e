export type { AccessFragment, EnvironmentAccess, SignedUsers } from './fragments/access-fragment.ts';
export { hashKey, getPossibleHashes } from './fragments/key-hash.ts';
export type { StoredFragment } from './fragments/fragment-pages.ts';
export { announce } from './publish/announce.ts';
export type { FragmentScope } from './publish/lock-environments.ts';
export type { Publication } from './publish/publication.ts';
export { readWrittenFragments, writeFragments, type WrittenVersion } from './publish/write-fragments.ts';
export { tombstones } from './publish/tombstones.ts';
export type { CachedEnvironment, EnvironmentState, FoundKey } from './store/cached-environment.ts';
export { datafileFields, environmentCacheBytes } from './store/datafile-fields.ts';
export { createDatafileMetrics, type DatafileMetrics } from './store/datafile-metrics.ts';
export {
  createDatafileStore,
  type DatafileStats,
  type DatafileStore,
  type DatafileStoreOptions,
} from './store/datafile-store.ts';
export { DatafileTooLarge, DatafileUnavailable } from './read/datafile-errors.ts';
export type { EnvironmentStore, EnvironmentStoreOptions } from './store/environment-store.ts';
export { namesUsers, type ChangedVariables } from './read/catalog.ts';
export {
  createCatalogStore,
  type CatalogEnvironment,
  type CatalogKey,
  type CatalogVersion,
  type CatalogListeners,
  type CatalogStore,
  type StoredDocuments,
} from './store/catalog-store.ts';
export type { Reload } from './store/environment-refresher.ts';
export { parseInSteps } from './read/parse-in-steps.ts';
