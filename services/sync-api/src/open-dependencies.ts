import type { Config } from '@bunting/config';
import type { CatalogListeners } from '@bunting/datafile';
import { openCatalogs } from '@bunting/environments';
import type { ServiceContext } from '@bunting/service';
import type { fields } from './config.ts';
import { createDatafiles } from './datafile/datafiles.ts';
import { createStreamMetrics } from './streams/stream-metrics.ts';
import { createStreams } from './streams/streams.ts';

/** Streams, and datafiles that are being made, need the rest. */
const heapPart = 0.3;

/** Opens catalogs of environments with governance, and the streams and datafiles that follow them. */
export async function openDependencies(
  context: ServiceContext<Config<typeof fields>>,
  options: Pick<Parameters<typeof openCatalogs>[1], 'governance'> = {},
) {
  const { config, registry, now } = context;
  const listeners: CatalogListeners[] = [];
  const opened = await openCatalogs(context, {
    ...options,
    onNewVersion: (newVersion) => listeners.forEach((each) => each.onNewVersion(newVersion)),
    onDropped: (environmentId) => listeners.forEach((each) => each.onDropped(environmentId)),
    isFollowed: (environmentId) => listeners.some((each) => each.isFollowed?.(environmentId) === true),
    heapPart,
  });
  const { environments } = opened;
  const streamMetrics = createStreamMetrics(registry);
  const streams = createStreams({
    environments,
    metrics: streamMetrics,
    notificationsPerSecond: config.STREAM_NOTIFICATIONS_PER_SECOND,
    now,
  });
  context.defer(() => streams.close());
  streamMetrics.sampleConnections(() => streams.count());
  const datafiles = createDatafiles({ environments, maxCachedBytes: config.DATAFILE_CACHE_BYTES });
  listeners.push(streams, datafiles);
  return {
    ...opened,
    streams,
    streamMetrics,
    datafiles,
    maxStreams: config.STREAM_MAX_CONNECTIONS,
    maxStreamsPerOrganisation: config.STREAM_MAX_PER_ORGANISATION,
    maxStreamsPerAddress: config.STREAM_MAX_PER_ADDRESS,
  };
}
