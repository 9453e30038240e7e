import type { ServedVariation, TraceSigner } from '@bunting/evaluation-trace';
import type { Evaluation, EvaluationContext } from '@bunting/evaluator';

/** The environment of the request, and the identity of its user: without one, results have no trace. */
export interface RequestContext {
  readonly environmentId: string;
  readonly context: EvaluationContext;
}

/**
 * Writes the JSON of a variable result (contract §2.3). The trace is present only when the user has a stable identity
 * and a variation was served.
 */
export function writeVariableResult(
  evaluation: Evaluation,
  asker: RequestContext,
  traces: TraceSigner,
): string {
  const trace = createTrace(evaluation, asker, traces);
  return trace === undefined ? `${evaluation.text}}` : withTrace(evaluation, trace);
}

/** Writes many evaluations, in order; their traces are signed together. */
export function writeVariableResults(
  evaluations: readonly Evaluation[],
  asker: RequestContext,
  traces: TraceSigner,
): string[] {
  if (!hasStableIdentity(asker.context)) return evaluations.map(({ text }) => `${text}}`);
  const tokens = traces.signAll(asker.environmentId, evaluations.filter(isTraced));
  let next = 0;
  return evaluations.map((evaluation) =>
    isTraced(evaluation) ? withTrace(evaluation, tokens[next++]!) : `${evaluation.text}}`,
  );
}

/** Returns the trace of one evaluation, or undefined if it has none. */
export function createTrace(
  evaluation: Evaluation,
  { environmentId, context }: RequestContext,
  traces: TraceSigner,
): string | undefined {
  if (!isTraced(evaluation) || !hasStableIdentity(context)) return undefined;
  return traces.sign(environmentId, evaluation.variableId, evaluation.variationId);
}

/** Returns whether a variation was served, which a trace can prove. */
export function isTraced(evaluation: Evaluation): evaluation is Evaluation & ServedVariation {
  return evaluation.variableId !== null && evaluation.variationId !== null;
}

export function hasStableIdentity({ userId, email }: EvaluationContext): boolean {
  return userId !== undefined || email !== undefined;
}

function withTrace({ text }: Evaluation, trace: string): string {
  return `${text},"evaluation_trace":"${trace}"}`;
}
