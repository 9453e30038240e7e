import type { DatafileStore } from '@bunting/datafile';
import type { Admit, Callers, RequireSignature } from '@bunting/environments';
import type { EvaluationCounts } from '@bunting/evaluation-counts';
import type { TraceSigner } from '@bunting/evaluation-trace';
import type { Limits } from '@bunting/governance';
import type { Tracing } from '@bunting/observability';
import type { EvaluationWork } from './evaluations/evaluation-work.ts';
import type { TrustedProxies } from '@bunting/service/client-address';

/** The dependencies of the routes. */
export interface Dependencies {
  readonly environments: Pick<DatafileStore, 'reach'>;
  readonly callers: Callers;
  readonly requireSignature: RequireSignature;
  readonly admit: Admit;
  readonly limits: Limits;
  readonly traces: TraceSigner;
  /** Evaluates many variables for one request. */
  readonly work: EvaluationWork;
  /** Counts keys that resolve to nothing; datafiles count all else. */
  readonly counts: Pick<EvaluationCounts, 'addUnknownKey'>;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly maxBodyBytes: number;
  /** The address at which clients reach this installation; absent = the one that they sent the request to. */
  readonly publicUrl?: string | undefined;
  readonly trustedProxies: TrustedProxies;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
