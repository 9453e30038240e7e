import { createDocumentReader } from '../read/document-reader.ts';
import { primaryOnly, type FoundEnvironment } from '../read/environment-source.ts';
import { createCatalogReader, type CatalogContent } from '../read/catalog-reader.ts';
import type { ChangedVariables } from '../read/catalog.ts';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { StoredFragment } from '../fragments/fragment-pages.ts';
import type { CachedEnvironment, FoundKey } from './cached-environment.ts';
import type { DatafileStats } from './datafile-store.ts';
import type { NewVersion } from './environment-refresher.ts';
import {
  createEnvironmentStore,
  type EnvironmentStore,
  type EnvironmentStoreOptions,
} from './environment-store.ts';

/** An environment of which names are kept and nothing is compiled. */
export type CatalogEnvironment = CachedEnvironment<CatalogContent>;

/** A key that opens such an environment. */
export type CatalogKey = FoundKey<CatalogContent>;

/** A new version of such an environment; `applied` are the variables that it changes, undefined = any may have changed. */
export type CatalogVersion = NewVersion<CatalogContent, ChangedVariables | undefined>;

/** The documents of an environment as they are stored, at a version. */
export interface StoredDocuments {
  readonly version: number;
  /** Absent in a change that does not alter it. */
  readonly access: AccessFragment | undefined;
  /** A change has tombstones, whose text is null. */
  readonly fragments: readonly StoredFragment[];
}

/** The environments of a process that tells of changes and hands out documents, but evaluates nothing. */
export interface CatalogStore extends Pick<EnvironmentStore<CatalogContent>, 'find' | 'reach' | 'close'> {
  byId(environmentId: string): CatalogEnvironment | undefined;
  /** Returns whether a key with this hash still opens the cached environment. */
  isOpenedBy(environmentId: string, keyHash: string): boolean;
  /** Asks the primary for a newer version. Rejects if PostgreSQL fails. */
  refresh(environmentId: string): Promise<void>;
  /**
   * Reads from PostgreSQL, its replica or the copy in Redis. Returns undefined if the environment does not exist. Rejects with
   * DatafileUnavailable.
   */
  readWhole(environmentId: string): Promise<StoredDocuments | undefined>;
  /**
   * Reads the documents written above a version. Returns undefined if they are more than 1,000 or the environment does not exist.
   * Rejects if PostgreSQL fails: no copy knows which documents changed.
   */
  readChange(
    environmentId: string,
    aboveVersion: number,
    wanted: number,
  ): Promise<StoredDocuments | undefined>;
  stats(): Omit<DatafileStats, 'malformed'>;
}

/** The listeners of a catalog store. */
export interface CatalogListeners {
  readonly onNewVersion: (newVersion: CatalogVersion) => void;
  /** The environment was deleted, or evicted from memory. */
  readonly onDropped: (environmentId: string) => void;
  /** Returns whether new versions of the environment must be announced. */
  readonly isFollowed?: (environmentId: string) => boolean;
}

/** Creates a store like `createDatafileStore`, for a process that evaluates nothing. */
export function createCatalogStore(options: EnvironmentStoreOptions & CatalogListeners): CatalogStore {
  // The followers of an evicted environment must ask for it again, as if it were deleted.
  const store = createEnvironmentStore({
    ...options,
    onForgotten: options.onDropped,
    reader: createCatalogReader(),
  });
  const { find, reach, cached, refresher, budget, ageSeconds, close } = store;
  const documents = store.createSource(createDocumentReader());
  return {
    find,
    reach,
    close,
    byId: (environmentId) => cached.byId(environmentId),
    isOpenedBy: (environmentId, keyHash) => cached.isOpenedBy(environmentId, keyHash),
    refresh: (environmentId) => refresher.refresh(environmentId, primaryOnly),
    async readWhole(environmentId) {
      const { whole }: FoundEnvironment<{ fragments: readonly StoredFragment[] }> =
        await documents.readAnywhere(environmentId);
      return whole && { version: whole.version, access: whole.access, fragments: whole.content.fragments };
    },
    async readChange(environmentId, aboveVersion, wanted) {
      const above = { environmentId, version: aboveVersion, fragments: [] };
      const change = await documents.readChange(above, wanted);
      return change && { version: change.version, access: change.access, fragments: change.apply(above) };
    },
    stats: () => ({
      cachedEnvironments: cached.ids().length,
      ageSeconds: ageSeconds(),
      bytes: budget.usedBytes(),
      maxBytes: budget.maxBytes,
    }),
  };
}
