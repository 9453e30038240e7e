import type { EvaluationContext } from './context.ts';
import type { Datafile } from './datafile.ts';
import { createEvaluation, type Evaluation } from './evaluation.ts';
import { isClientVariable } from './find-variable.ts';
import { noVariation, type Variable } from './compile/feature.ts';
import { evaluationOf, isCached, type FoundReason } from './compile/shared-feature.ts';
import { nothingServed, servedOf } from './served.ts';
import { isWithinLimits } from './compile/segment-use.ts';
import { serveTargeting, type Targeting } from './targeting.ts';

/**
 * The table of decisions §1.1, line by line: the first that applies decides. `key` is lower-cased already;
 * `now` is in milliseconds, because this function does not read the clock. It never throws.
 */
export function evaluate(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  const variable = datafile.variableOf(key);
  if (variable === undefined) return notFound(key);
  const { shared, targeting, segmentUse, overrides } = variable.feature;

  if (shared.status === 'archived') return notFound(key);
  if (shared.status === 'complete') return answerDefault(variable, 'feature_complete');
  if (targeting !== undefined && !targeting.isEnabled)
    return answer(variable, 'targeting_disabled', noVariation);
  const pinned = overrides === undefined ? undefined : overrides.get(context.userId);
  if (pinned !== undefined) return answer(variable, 'self_targeting_override', pinned);
  if (targeting === undefined) return answerDefault(variable, 'default_variation');
  if (segmentUse !== undefined && !isWithinLimits(segmentUse))
    return answerDefault(variable, 'no_rule_matched');
  const served = serveOnce(variable, targeting, context, now);
  if (served === nothingServed) return answerDefault(variable, 'no_rule_matched');
  return evaluationOf(variable.feature.shared, variable.index, 'targeting_rule_matched', served);
}

/** The same for a client key: to it a variable that is not marked does not exist. */
export function evaluateForClient(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  return isClientVariable(datafile, key) ? evaluate(datafile, key, context, now) : notFound(key);
}

function answer({ feature, index }: Variable, reason: FoundReason, variation: number): Evaluation {
  return evaluationOf(feature.shared, index, reason, servedOf(variation));
}

/** Caches the answer: while its feature does not change, a variable's default is always served for the same reason. */
function answerDefault(variable: Variable, reason: FoundReason): Evaluation {
  if (variable.defaultEvaluation !== undefined) return variable.defaultEvaluation;
  const { feature, index, byDefault } = variable;
  const evaluation = answer(variable, reason, byDefault);
  if (isCached(feature.shared, index, servedOf(byDefault), evaluation))
    variable.defaultEvaluation = evaluation;
  return evaluation;
}

/** Consecutive variables of one feature share one evaluation of its rules. */
function serveOnce(
  variable: Variable,
  targeting: Targeting,
  context: EvaluationContext,
  now: number,
): number {
  if (variable.feature.shared.variables.length === 1) return serveTargeting(targeting, context, now);
  const { decided } = context;
  if (decided?.targeting === targeting && decided.now === now) return decided.served;
  const served = serveTargeting(targeting, context, now);
  context.decided = { targeting, now, served };
  return served;
}

function notFound(key: string): Evaluation {
  return createEvaluation({
    key,
    value: null,
    isJson: false,
    variation: null,
    reason: 'variable_not_found',
    split: false,
    feature: null,
    variableId: null,
    variationId: null,
  });
}
