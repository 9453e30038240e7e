import type { FoundKey } from '@bunting/datafile';
import { evaluate, evaluateForClient, type Evaluation, type EvaluationContext } from '@bunting/evaluator';
import type { Dependencies } from '../dependencies.ts';

/** The environment that is asked, and the kind of key that it is asked with. */
type Asker = Pick<FoundKey, 'environment' | 'kind'>;

/** Evaluates the variable of that key, in any case, and counts that it was named, as the caller's kind of key sees it. `time`: milliseconds since 1970. */
export function evaluateOne(
  { environment, kind }: Asker,
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
  { environment: { environmentId }, kind }: Asker,
  { counts, tracing }: Pick<Dependencies, 'counts' | 'tracing'>,
): void {
  if (evaluation.reason === 'variable_not_found') {
    counts.addUnknownKey(environmentId, { key: evaluation.key, count: 1, isPublic: kind === 'client' });
  }
  tracing?.evaluated(environmentId, evaluation);
}

/** Records many evaluations. */
export function recordEvaluations(
  found: readonly Evaluation[],
  asker: Asker,
  dependencies: Pick<Dependencies, 'counts' | 'tracing'>,
): void {
  for (const evaluation of found) recordEvaluation(evaluation, asker, dependencies);
}
