import { limits } from '@bunting/evaluator';
import {
  operatorFamilies,
  type Operator,
  type OperatorFamily,
  type Property,
} from '@bunting/evaluator/definition';
import type { AnyOfInput, ConditionInput } from '../schemas/condition-schema.ts';
import { isCidr, isInstant, isVersion, patternProblem } from './parseable.ts';
import { memberPath, type Problem } from './problem.ts';
import { storedSlug } from '../schemas/slug.ts';
import { objectParts, wellShapedEntries, type IsWellShaped } from './well-shaped.ts';
import { createValueBudget, takeValue, type ValueBudget } from './value-budget.ts';

const familyOf = new Map(
  (Object.keys(operatorFamilies) as OperatorFamily[]).flatMap((family) =>
    operatorFamilies[family].map((operator): [Operator, OperatorFamily] => [operator, family]),
  ),
);

// The families that fit each property. Contract §2.2 gives every property a type, except custom attributes, which can have any.
const fitting: Record<Property, readonly OperatorFamily[]> = {
  user_id: ['presence', 'string', 'pattern'],
  email: ['presence', 'string', 'pattern'],
  organisation_id: ['presence', 'string', 'pattern'],
  ip_address: ['presence', 'string', 'pattern', 'cidr'],
  app_version: ['presence', 'string', 'pattern', 'version'],
  platform: ['presence', 'string', 'pattern'],
  country: ['presence', 'string', 'pattern'],
  audience: ['presence', 'list'],
  custom: ['presence', 'string', 'pattern', 'number', 'version', 'date', 'list'],
  segment: ['segment'],
};

/** The names that conditions may refer to. */
export interface ConditionDependencies {
  /** Slugs of the existing segments, lower-cased; conditions of a segment may name none. */
  readonly segments: ReadonlySet<string> | 'inside a segment';
  /** Shared by all conditions of a targeting; absent = a budget for these conditions alone. */
  readonly budget?: ValueBudget;
}

type BudgetedDependencies = ConditionDependencies & { readonly budget: ValueBudget };

/** Yields what is wrong with the conditions of the groups; skips conditions that are malformed, which the shape check has reported. */
export function* checkAnyOf(
  anyOf: AnyOfInput | undefined,
  path: string,
  dependencies: ConditionDependencies,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  const budgeted = { budget: createValueBudget(), ...dependencies };
  for (const group of objectParts(anyOf, path)) {
    const conditionsPath = memberPath(group.path, 'all_of');
    for (const condition of wellShapedEntries(group.value.all_of, conditionsPath, isWellShaped)) {
      yield* checkCondition(condition.value, condition.path, budgeted);
    }
  }
}

function* checkCondition(
  condition: ConditionInput,
  path: string,
  dependencies: BudgetedDependencies,
): Generator<Problem> {
  const { property, operator, custom_key: customKey } = condition;
  if (property === 'custom' && customKey === undefined) {
    yield {
      path: memberPath(path, 'custom_key'),
      message: 'is required with the property custom',
      code: 'required',
    };
  }
  if (property !== 'custom' && customKey !== undefined) {
    yield { path: memberPath(path, 'custom_key'), message: 'is only allowed with the property custom' };
  }
  if (property === 'segment' && dependencies.segments === 'inside a segment') {
    yield { path: memberPath(path, 'property'), message: "must not be segment: segments can't be nested" };
    return;
  }
  const family = familyOf.get(operator) as OperatorFamily;
  if (!fitting[property].includes(family)) {
    const known = fitting[property].flatMap((each) => operatorFamilies[each]).join(', ');
    yield {
      path: memberPath(path, 'operator'),
      message: `is not an operator of ${property}, which has: ${known}`,
    };
    return;
  }
  yield* checkValues(condition, family, memberPath(path, 'values'), dependencies);
}

function* checkValues(
  { property, operator, values = [] }: ConditionInput,
  family: OperatorFamily,
  path: string,
  dependencies: BudgetedDependencies,
): Generator<Problem> {
  if (family === 'presence') {
    if (values.length > 0) yield { path, message: `is not allowed with ${operator}` };
    return;
  }
  if (values.length === 0) yield { path, message: `needs at least one value with ${operator}` };
  for (const [index, value] of values.entries()) {
    // Only `is` compares booleans, and only a custom attribute can be one.
    if (typeof value === 'boolean' && property === 'custom' && operator === 'is') continue;
    const taken = takeValue(dependencies.budget, family === 'pattern');
    if (taken === false) return;
    const message = typeof taken === 'string' ? taken : problemOfValue(value, family, dependencies);
    if (message !== undefined) yield { path: `${path}[${index}]`, message };
  }
}

function problemOfValue(
  value: unknown,
  family: OperatorFamily,
  { segments }: ConditionDependencies,
): string | undefined {
  if (family === 'number') {
    return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a finite number';
  }
  if (family === 'list' && typeof value === 'number') return undefined;
  if (family === 'list' && typeof value !== 'string') return 'must be a string or a number';
  if (typeof value !== 'string') return 'must be a string';
  const most = family === 'pattern' ? limits.patternLength : limits.operandLength;
  if (value.length > most) return `must have at most ${most} characters`;
  switch (family) {
    case 'pattern': {
      const problem = patternProblem(value);
      return problem && `must be a regular expression in RE2 syntax: ${problem}`;
    }
    case 'version':
      return isVersion(value) ? undefined : 'must be a version such as 1.4.2';
    case 'date':
      return isInstant(value) ? undefined : 'must be an ISO 8601 date, with a time or without';
    case 'cidr':
      return isCidr(value) ? undefined : 'must be an address range such as 10.0.0.0/8 or 2001:db8::/32';
    case 'segment':
      return segments !== 'inside a segment' && segments.has(storedSlug(value))
        ? undefined
        : `is the unknown segment ${value}`;
    default:
      return undefined;
  }
}
