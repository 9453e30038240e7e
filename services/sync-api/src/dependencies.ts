import type { CatalogKey, CatalogStore } from '@bunting/datafile';
import type { Admit, Callers, Charge } from '@bunting/environments';
import type { Datafiles } from './datafile/datafiles.ts';
import type { StreamMetrics } from './streams/stream-metrics.ts';
import type { Streams } from './streams/streams.ts';

/** The dependencies of the two routes. */
export interface Dependencies {
  readonly environments: CatalogStore;
  readonly callers: Callers<CatalogKey>;
  readonly admit: Admit;
  readonly charge: Charge;
  readonly streams: Streams;
  readonly streamMetrics: StreamMetrics;
  readonly datafiles: Datafiles;
  readonly maxStreams: number;
  /** Absent = a quarter of `maxStreams`. */
  readonly maxStreamsPerOrganisation?: number | undefined;
  readonly maxStreamsPerAddress: number;
}
