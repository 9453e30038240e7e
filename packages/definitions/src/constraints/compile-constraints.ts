import { createInternPool, limits, patternProblem } from '@bunting/evaluator';
import type { JsonValue } from '@bunting/evaluator/definition';
import { isOfType } from '../checks/check-variations.ts';
import { createDuplicateCheck } from '../checks/duplicate-check.ts';
import { type Problem, shortened } from '../checks/problem.ts';
import { canonical, canonicalText } from '../json-schema/canonical.ts';
import { compileSchema } from '../json-schema/compile-schema.ts';
import { countCharacters, countSteps } from '../json-schema/keywords-of-values.ts';
import { spend, type Work } from '../json-schema/run.ts';
import type { VariableType } from '../schemas/feature-schema.ts';
import type { VariableConstraints } from './variable-constraints.ts';

/** Yields what is wrong with a value of the variable's type. Takes steps from `work`; throws `TooMuchWork` when none are left. */
type Check = (value: JsonValue, path: string, work: Work) => Iterable<Problem>;

/** Constraints that are compiled, or what is wrong with them. */
export interface CompiledConstraints {
  /** Paths begin with `constraints`. */
  readonly problems: readonly Problem[];
  readonly checks: readonly Check[];
}

const forTypes: Readonly<Record<keyof VariableConstraints, readonly VariableType[]>> = {
  one_of: ['boolean', 'number', 'string', 'json'],
  minimum: ['number'],
  maximum: ['number'],
  integer: ['number'],
  pattern: ['string'],
  max_length: ['string'],
  schema: ['json'],
};

const pool = createInternPool();

/** Compiles the constraints of a variable of the type. Takes some milliseconds at worst. Never throws. */
export function compileConstraints(
  constraints: VariableConstraints,
  type: VariableType,
): CompiledConstraints {
  const problems: Problem[] = [];
  const checks: Check[] = [];
  const given = Object.keys(constraints) as (keyof VariableConstraints)[];
  for (const name of given) {
    if (forTypes[name].includes(type)) continue;
    problems.push({ path: `constraints.${name}`, message: `is not allowed for variables of type ${type}` });
  }
  if (problems.length > 0) return { problems, checks };
  const { one_of, minimum, maximum, integer, pattern, max_length, schema } = constraints;
  if (one_of !== undefined) {
    problems.push(...oneOfProblems(one_of, type));
    checks.push(oneOf(one_of));
  }
  if (minimum !== undefined) {
    if (minimum > (maximum ?? minimum)) {
      problems.push({ path: 'constraints.minimum', message: 'must not be more than maximum' });
    }
    checks.push(holds((value) => (value as number) >= minimum, `must be at least ${minimum}`));
  }
  if (maximum !== undefined) {
    checks.push(holds((value) => (value as number) <= maximum, `must be at most ${maximum}`));
  }
  if (integer) checks.push(holds(Number.isInteger, 'must be a whole number'));
  if (max_length !== undefined) {
    const message = `must have at most ${max_length} characters`;
    checks.push(holds((value) => countCharacters(value)! <= max_length, message));
  }
  if (pattern !== undefined) addPattern(pattern, problems, checks);
  if (schema !== undefined) {
    const compiled = compileSchema(schema, 'constraints.schema');
    if ('problems' in compiled) problems.push(...compiled.problems);
    else checks.push((value, path, work) => compiled.schema.problems(value, path, work));
  }
  return { problems, checks };
}

function* oneOfProblems(values: readonly JsonValue[], type: VariableType): Generator<Problem> {
  const path = 'constraints.one_of';
  if (JSON.stringify(values).length > limits.valueLength) {
    yield { path, message: `must have at most ${limits.valueLength} characters as JSON`, code: 'limit' };
    return;
  }
  const known = createDuplicateCheck({ isSecret: true });
  for (const [index, value] of values.entries()) {
    const valuePath = `${path}[${index}]`;
    if (!isOfType(value, type)) yield { path: valuePath, message: `must be a value of the type ${type}` };
    yield* known.enter(canonicalText(value), valuePath);
  }
}

function oneOf(values: readonly JsonValue[]): Check {
  const texts = new Set(values.map(canonicalText));
  const shown = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
  const message = `must be one of: ${shortened(shown, 200)}`;
  return (value, path, work) => (texts.has(canonical(value, work)) ? [] : [{ path, message }]);
}

/** Creates a check. Counting the characters of the longest value takes as long as a hundred steps. */
function holds(isMet: (value: JsonValue) => boolean, message: string): Check {
  return (value, path, work) => {
    spend(work, typeof value === 'string' ? 1 + value.length / 100 : 1);
    return isMet(value) ? [] : [{ path, message }];
  };
}

function addPattern(source: string, problems: Problem[], checks: Check[]): void {
  const problem = patternProblem(source);
  const pattern = problem === undefined ? pool.patternOf([source], false) : undefined;
  const path = 'constraints.pattern';
  const reason = problem === undefined ? '' : `: ${problem}`;
  if (pattern === undefined) problems.push({ path, message: `must be a pattern in RE2 syntax${reason}` });
  else if (pattern.size > limits.patternProgram) {
    const message = `is too complex: it needs more than ${limits.patternProgram} instructions`;
    problems.push({ path, message });
  } else {
    const message = `must match ${shortened(source, 200)}`;
    checks.push((value, valuePath, work) => {
      spend(work, countSteps(pattern, value as string));
      return pattern.isFoundIn(value as string) ? [] : [{ path: valuePath, message }];
    });
  }
}
