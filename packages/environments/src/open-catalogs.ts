import {
  createCatalogStore,
  type CatalogKey,
  type CatalogListeners,
  type CatalogStore,
} from '@bunting/datafile';
import { createReadiness, type Readiness, type ServiceContext } from '@bunting/service';
import { openStore, type OpenStore, type OpenStoreOptions, type StoreConfig } from './open-store.ts';

/** The open resources of sync-api: environments with their catalogs only. The service's context closes it. */
export interface OpenCatalogs extends OpenStore<CatalogKey, CatalogStore> {
  readonly readiness: Readiness;
}

/**
 * Opens environments of which names are kept and nothing is compiled. The service is always ready: streams stay open while PostgreSQL and
 * Redis are away, and a process that left the load balancer would only move its streams to others in the same state.
 */
export async function openCatalogs(
  context: ServiceContext<StoreConfig>,
  options: OpenStoreOptions & CatalogListeners,
): Promise<OpenCatalogs> {
  const { onNewVersion, onDropped, isFollowed = () => false } = options;
  const { opened } = await openStore<CatalogKey, CatalogStore>(context, options, (given) =>
    createCatalogStore({ ...given, onNewVersion, onDropped, isFollowed }),
  );
  return { ...opened, readiness: createReadiness(() => true) };
}
