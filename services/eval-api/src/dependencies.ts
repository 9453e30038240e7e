import type { Governance, Limits } from '@bunting/governance';
import type { DatafileStore } from '@bunting/datafile';
import type { TraceSigner } from '@bunting/evaluation-trace';
import type { Tracing } from '@bunting/observability';
import type { EvaluationMetrics } from './evaluation-metrics.ts';

/** What the two routes work with. */
export interface Dependencies {
  readonly environments: DatafileStore;
  readonly governance: Governance;
  readonly limits: Limits;
  readonly traces: TraceSigner;
  readonly metrics: EvaluationMetrics;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
