import type { JsonValue } from '@bunting/evaluator/definition';
import { firstProblems, type Problem } from '../checks/problem.ts';
import { TooMuchWork, type Work } from '../json-schema/run.ts';
import type { CompiledConstraints } from './compile-constraints.ts';

/** The steps of checking one value: some ten milliseconds. */
const mostSteps = 500_000;

/** Problems that are reported of one value. */
const mostProblems = 20;

/**
 * Returns the problems of a value of the variable's type at `path`. Takes steps from `work`. A value whose check takes more than 500,000
 * steps is refused as if it were not allowed. Throws `TooMuchWork` when `work` has none left.
 */
export function checkValue(
  { checks }: CompiledConstraints,
  value: JsonValue,
  path: string,
  work: Work,
): Problem[] {
  const own = { steps: Math.min(mostSteps, work.steps) };
  const given = own.steps;
  try {
    return firstProblems(problemsOf(checks, value, path, own), mostProblems);
  } catch (error) {
    if (!(error instanceof TooMuchWork) || given < mostSteps) throw error;
    return [{ path, message: 'takes too long to check: simplify its constraints' }];
  } finally {
    work.steps -= given - Math.max(0, own.steps);
  }
}

function* problemsOf(
  checks: CompiledConstraints['checks'],
  value: JsonValue,
  path: string,
  work: Work,
): Generator<Problem> {
  for (const check of checks) yield* check(value, path, work);
}
