import type { Admit, Callers, RequireSignature } from '@bunting/environments';
import type { TraceSigner } from '@bunting/evaluation-trace';
import type { Limits } from '@bunting/governance';
import type { FastCounter, Tracing } from '@bunting/observability';

/** What the two routes need. */
export interface Dependencies {
  readonly callers: Callers;
  readonly requireSignature: RequireSignature;
  readonly admit: Admit;
  readonly limits: Limits;
  readonly traces: TraceSigner;
  /** Counts evaluated variables by reason. */
  readonly evaluations: FastCounter;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
