import type { FoundKey } from '@bunting/datafile';
import { evaluate, evaluateForClient, type Evaluation, type EvaluationContext } from '@bunting/evaluator';
import type { Dependencies } from '../dependencies.ts';

/** Evaluates the variable of that key, in any case, as the caller's kind of key sees it. `time`: milliseconds since 1970. */
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

/** Counts an evaluation by its reason, and traces it. */
export function countEvaluation(
  evaluation: Evaluation,
  environmentId: string,
  { evaluations, tracing }: Pick<Dependencies, 'evaluations' | 'tracing'>,
): void {
  evaluations.add(evaluation.reason);
  tracing?.evaluated(environmentId, evaluation);
}

/** The same for many. */
export function countEvaluations(
  found: readonly Evaluation[],
  environmentId: string,
  dependencies: Pick<Dependencies, 'evaluations' | 'tracing'>,
): void {
  for (const evaluation of found) countEvaluation(evaluation, environmentId, dependencies);
}
