import type { Governance, Limits } from '@bunting/governance';
import type { DatafileStore } from '@bunting/datafile';
import type { TraceVerifier } from '@bunting/evaluation-trace';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { EventNames } from './names/event-names.ts';
import type { WriteLimiter } from './write-gate.ts';

/** What the route works with. */
export interface Dependencies {
  readonly environments: DatafileStore;
  readonly governance: Governance;
  readonly limits: Limits;
  readonly traces: TraceVerifier;
  readonly gate: WriteLimiter;
  readonly names: EventNames;
  readonly metrics: IngestMetrics;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
