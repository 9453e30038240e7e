import type { FoundKey } from '@bunting/datafile';
import { evaluate, evaluateForClient, type Evaluation, type EvaluationContext } from '@bunting/evaluator';
import type { Dependencies } from '../dependencies.ts';

/** Evaluates the variable of that key, in any case, and counts that it was named, as the caller's kind of key sees it. `time`: milliseconds since 1970. */
export function evaluateOne(
  { environment, kind }: Pick<FoundKey, 'environment' | 'kind'>,
  key: string,
  context: EvaluationContext,
  time: number,
): Evaluation {
  const { datafile } = environment;
  const slug = key.toLowerCase();
  return kind === 'client'
    ? evaluateForClient(datafile, slug, context, time)
    : evaluate(datafile, slug, context, time);
}

/** Counts a key that resolves to nothing, as the caller sees it: evaluating has counted all others. Traces the evaluation. */
export function recordEvaluation(
  evaluation: Evaluation,
  environmentId: string,
  { counts, tracing }: Pick<Dependencies, 'counts' | 'tracing'>,
): void {
  if (evaluation.reason === 'variable_not_found') counts.addUnknownKey(environmentId, evaluation.key, 1);
  tracing?.evaluated(environmentId, evaluation);
}

/** The same for many. */
export function recordEvaluations(
  found: readonly Evaluation[],
  environmentId: string,
  dependencies: Pick<Dependencies, 'counts' | 'tracing'>,
): void {
  for (const evaluation of found) recordEvaluation(evaluation, environmentId, dependencies);
}
