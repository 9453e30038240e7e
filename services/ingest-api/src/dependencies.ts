import type { Admit, Callers, RequireSignature } from '@bunting/environments';
import type { EvaluationCounts } from '@bunting/evaluation-counts';
import type { TraceVerifier } from '@bunting/evaluation-trace';
import type { Governance, Limits } from '@bunting/governance';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { EventNames } from './storing/event-names.ts';
import type { WriteLimiter } from './write-limiter.ts';

/** The dependencies of the routes. */
export interface Dependencies {
  readonly callers: Callers;
  readonly requireSignature: RequireSignature;
  readonly admit: Admit;
  readonly governance: Pick<Governance, 'monthlyActiveUsers'>;
  readonly limits: Limits;
  readonly traces: TraceVerifier;
  readonly writeLimiter: WriteLimiter;
  readonly names: EventNames;
  readonly metrics: IngestMetrics;
  /** Counts what applications have evaluated themselves. */
  readonly counts: Pick<EvaluationCounts, 'add' | 'addUnknownKey'>;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
