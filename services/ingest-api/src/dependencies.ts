import type { Admit, Callers, RequireSignature } from '@bunting/environments';
import type { TraceVerifier } from '@bunting/evaluation-trace';
import type { Limits } from '@bunting/governance';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { EventNames } from './storing/event-names.ts';
import type { WriteLimiter } from './write-limiter.ts';

/** What the route needs. */
export interface Dependencies {
  readonly callers: Callers;
  readonly requireSignature: RequireSignature;
  readonly admit: Admit;
  readonly limits: Limits;
  readonly traces: TraceVerifier;
  readonly writeLimiter: WriteLimiter;
  readonly names: EventNames;
  readonly metrics: IngestMetrics;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
