import type { EvaluationContext } from '../context/context.ts';
import {
  complete,
  packDecision,
  defaultServed,
  disabled,
  noRuleMatched,
  notFound,
  overridden,
  ruleMatched,
  servedIn,
  type Decision,
} from '../model/decision.ts';
import { createEvaluation, type Evaluation } from '../model/evaluation.ts';
import {
  noVariation,
  type Feature,
  type Prerequisite,
  type Prerequisites,
  type Variable,
} from '../model/feature.ts';
import { isWithinLimits } from '../model/segment-use.ts';
import { nothingServed, packServed, unpackVariation } from '../model/served.ts';
import { getEvaluation, getCachedEvaluation } from '../model/shared-feature.ts';
import type { Targeting } from '../model/targeting.ts';
import { isReviewed, reviewPrerequisites } from './review-prerequisites.ts';
import { serveTargeting } from './serve-targeting.ts';

/**
 * Decides by the table of decisions §1.1, line by line: the first that applies decides. `now` is in milliseconds, because this function
 * does not read the clock. It counts nothing, and never throws.
 */
export function decide(variable: Variable, context: EvaluationContext, now: number): Decision {
  const { shared, targeting, segmentUse, overrides } = variable.feature;

  if (shared.status === 'archived') return notFound;
  if (shared.status === 'complete') return byDefault(variable, complete);
  if (targeting !== undefined && !targeting.isEnabled) return packDecision(disabled, packServed(noVariation));
  const pinned = overrides === undefined ? undefined : overrides.get(context.userId);
  if (pinned !== undefined) return packDecision(overridden, packServed(pinned));
  if (targeting === undefined) return byDefault(variable, defaultServed);
  if (segmentUse !== undefined && !isWithinLimits(segmentUse)) return byDefault(variable, noRuleMatched);
  const served = targeting.isRemembered
    ? serveOnce(variable.feature, targeting, context, now)
    : serveTargeting(targeting, context, now);
  return served === nothingServed ? byDefault(variable, noRuleMatched) : packDecision(ruleMatched, served);
}

/** Evaluates a variable, and counts nothing; undefined = there is none with this key. */
export function evaluateVariable(
  variable: Variable | undefined,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  if (variable === undefined) return evaluationOfNothing(key);
  const decision = decide(variable, context, now);
  if (decision === notFound) return evaluationOfNothing(key);
  const { usual } = variable;
  if (usual !== undefined && usual.decision === decision) return usual;
  const { feature, index } = variable;
  const evaluation = getEvaluation(feature.shared, index, decision);
  if (usual === undefined) variable.usual = getCachedEvaluation(feature.shared, index, decision);
  return evaluation;
}

function byDefault(variable: Variable, reason: number): Decision {
  return packDecision(reason, packServed(variable.byDefault));
}

/** Evaluates the prerequisites and rules once for all variables of a feature and all prerequisites that name them. */
function serveOnce(
  { prerequisites }: Feature,
  targeting: Targeting,
  context: EvaluationContext,
  now: number,
): number {
  const { number } = context;
  const isKnown = targeting.lastContext === number && targeting.lastNow === now;
  if (isKnown && (prerequisites === undefined || isReviewed(prerequisites))) return targeting.lastServed;
  const areAllMet = prerequisites === undefined || areMet(prerequisites, context, now);
  const served = areAllMet ? serveTargeting(targeting, context, now) : nothingServed;
  targeting.lastContext = number;
  targeting.lastNow = now;
  targeting.lastServed = served;
  return served;
}

/** Returns whether each variable serves one of the named variations (decisions §1.1). Counts nothing. */
function areMet(prerequisites: Prerequisites, context: EvaluationContext, now: number): boolean {
  if (!isReviewed(prerequisites)) reviewPrerequisites(prerequisites);
  if (!prerequisites.isWithin) return false;
  const { entries } = prerequisites;
  for (let index = 0; index < entries.length; index++) {
    const { variable, accepts } = entries[index] as Prerequisite;
    if (variable === undefined) return false;
    context.prerequisiteCost += variable.feature.cost;
    // The index is negative if nothing is served.
    if (accepts[unpackVariation(servedIn(decide(variable, context, now)))] !== true) return false;
  }
  return true;
}

/** Returns the evaluation of a key that resolves to nothing. */
export function evaluationOfNothing(key: string): Evaluation {
  return createEvaluation({
    decision: notFound,
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
