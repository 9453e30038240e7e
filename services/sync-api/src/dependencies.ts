import type { EnvironmentState, CatalogStore } from '@bunting/datafile';
import type { Datafiles } from './datafile/datafiles.ts';
import type { StreamMetrics } from './streams/stream-metrics.ts';
import type { Streams } from './streams/streams.ts';

/** Takes a token of the organisation; throws the HttpError of what refuses the request: its status, or its rate. */
export type Admit = (organisation: EnvironmentState['access']['organisation']) => Promise<void>;

/** What the two routes need. */
export interface Dependencies {
  readonly environments: CatalogStore;
  readonly admit: Admit;
  readonly streams: Streams;
  readonly streamMetrics: StreamMetrics;
  readonly datafiles: Datafiles;
  readonly maxStreams: number;
  readonly maxStreamsPerAddress: number;
  /** How many proxies of ours a request passes. */
  readonly trustedHops: number;
}
