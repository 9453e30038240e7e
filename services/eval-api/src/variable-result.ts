import type { HeldEnvironment } from '@bunting/datafile';
import type { TraceSigner } from '@bunting/evaluation-trace';
import type { Evaluation, EvaluationContext } from '@bunting/evaluator';

/**
 * The JSON of a variable result (contract §2.3). The trace is there only when the user has a stable identity and a
 * variation was served.
 */
export function writeVariableResult(
  evaluation: Evaluation,
  context: EvaluationContext,
  environment: HeldEnvironment,
  traces: TraceSigner,
): string {
  const { variableId, variationId } = evaluation;
  if (variableId === null || variationId === null) return `${evaluation.text}}`;
  if (context.userId === undefined && context.email === undefined) return `${evaluation.text}}`;
  const trace = traces.sign(environment.environmentId, variableId, variationId);
  return `${evaluation.text},"evaluation_trace":"${trace}"}`;
}
