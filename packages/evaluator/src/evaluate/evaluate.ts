import type { EvaluationContext } from '../context/context.ts';
import { getCell } from '../count/counts.ts';
import { notFound } from '../model/decision.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { getEvaluation } from '../model/shared-feature.ts';
import type { Datafile } from './datafile.ts';
import { decide, evaluateVariable, evaluationOfNothing } from './evaluate-variable.ts';
import { isClientVariable } from './find-variable.ts';

/**
 * Evaluates the variable with this key, which is lower-cased already, and counts that it was asked for by its key. Whoever calls it takes the
 * counts (`Datafile.takeCounts`); until then there is a cell for each variable, variation and reason that was answered. It never throws.
 */
export function evaluate(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  const variable = datafile.variableOf(key);
  if (variable === undefined) return evaluationOfNothing(key);
  const decision = decide(variable, context, now);
  if (decision === notFound) return evaluationOfNothing(key);
  const cell = getCell(variable, decision, datafile.cells);
  cell.n += 1;
  return cell.evaluation ?? getEvaluation(variable.feature.shared, variable.index, decision);
}

/** Evaluates for a client key, for which only variables marked for client keys exist. */
export function evaluateForClient(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  return isClientVariable(datafile, key) ? evaluate(datafile, key, context, now) : evaluationOfNothing(key);
}

/** Evaluates without counting. */
export function evaluateUncounted(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
): Evaluation {
  return evaluateVariable(datafile.variableOf(key), key, context, now);
}

/** Counts that an application has read a variable so many times, as evaluations by its key; nothing for a key that resolves to nothing. */
export function countReads(
  datafile: Datafile,
  key: string,
  context: EvaluationContext,
  now: number,
  times: number,
): void {
  const variable = datafile.variableOf(key);
  if (variable === undefined || times === 0) return;
  const decision = decide(variable, context, now);
  if (decision !== notFound) getCell(variable, decision, datafile.cells).n += times;
}
