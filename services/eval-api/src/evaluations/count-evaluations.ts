import type { Evaluation } from '@bunting/evaluator';
import type { Dependencies } from '../dependencies.ts';

/** Counts evaluations by reason, and traces them. */
export function countEvaluations(
  found: readonly Evaluation[],
  environmentId: string,
  { evaluations, tracing }: Pick<Dependencies, 'evaluations' | 'tracing'>,
): void {
  for (const evaluation of found) {
    evaluations.add(evaluation.reason);
    tracing?.evaluated(environmentId, evaluation);
  }
}
