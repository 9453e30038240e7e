import type { EvaluationContext } from '../../context/context.ts';
import type { Attribute } from '../../definition/attribute.ts';
import { readEvery } from '../../definition/stored.ts';
import type { Condition } from '../../model/condition.ts';
import { parseInstant } from '../../values/instant.ts';
import { LongNumber, mayBeRounded } from '../../values/long-number.ts';
import { compareVersions, formatVersion, parseVersion, type Version } from '../../values/version.ts';
import type { ConditionParts, ReadOperand } from './condition-parts.ts';

/** Values are ORed: what is above any of them is above the least, what is below any is below the greatest. */
export type Order = 'above' | 'at_or_above' | 'below' | 'at_or_below';

/** Compiles `gt`, `gte`, `lt` and `lte`. */
export function compileNumberOrder(parts: ConditionParts, order: Order): Condition | undefined {
  if (parts.values.some((value) => typeof value === 'number' && mayBeRounded(value))) {
    return compileOrder(parts, order, longNumberOrdering);
  }
  return compileOrder(parts, order, numberOrdering);
}

/** Compiles `before` and `after`: ISO 8601 strings on both sides. */
export function compileDateOrder(parts: ConditionParts, order: Order): Condition | undefined {
  return compileOrder(parts, order, {
    cost: 40,
    readOperand: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
    readAttribute: (context, value) => (typeof value === 'string' ? context.instantOf(value) : undefined),
    compare: compareNumbers,
  });
}

/** Compiles `semver_gt`, `semver_gte`, `semver_lt` and `semver_lte`. */
export function compileVersionOrder(parts: ConditionParts, order: Order): Condition | undefined {
  return compileOrder(parts, order, {
    cost: 60,
    readOperand: versionOf,
    readAttribute: (context, value) => (typeof value === 'string' ? context.versionOf(value) : undefined),
    compare: compareVersions,
  });
}

/** Compiles `semver_eq` and `semver_neq`: no value may be equal. */
export function compileVersionEquality(parts: ConditionParts, expected: boolean): Condition | undefined {
  const versions = readEvery(parts.values, versionOf);
  if (versions === undefined || versions.length === 0) return undefined;
  return versionEquality(parts.attribute, new Set(versions.map(formatVersion)), expected);
}

function versionEquality(attribute: Attribute, operands: ReadonlySet<string>, expected: boolean): Condition {
  return {
    test: (context) => {
      const value = context.valueOf(attribute);
      const version = typeof value === 'string' ? context.versionTextOf(value) : undefined;
      return version !== undefined && operands.has(version) === expected;
    },
    cost: 60,
  };
}

interface Ordering<T> {
  readonly cost: number;
  readonly readOperand: ReadOperand<T>;
  readonly readAttribute: (context: EvaluationContext, value: unknown, attribute: Attribute) => T | undefined;
  readonly compare: (left: T, right: T) => number;
}

const numberOrdering: Ordering<number> = {
  cost: 8,
  readOperand: numberOf,
  readAttribute: (_context, value) => numberOf(value),
  compare: compareNumbers,
};

/** For operands beyond 2^53, beside which a number of the user may have been rounded to the operand. */
const longNumberOrdering: Ordering<number | LongNumber> = {
  cost: 8,
  readOperand: numberOf,
  readAttribute(context, value, attribute) {
    const exact = typeof value === 'number' ? context.exactValueOf(attribute) : value;
    return exact instanceof LongNumber ? exact : numberOf(exact);
  },
  compare: (left, right) =>
    left instanceof LongNumber ? left.compare(right as number) : compareNumbers(left, right as number),
};

function compileOrder<T>(parts: ConditionParts, order: Order, ordering: Ordering<T>): Condition | undefined {
  const operands = readEvery(parts.values, ordering.readOperand as (entry: unknown) => T | undefined);
  if (operands === undefined || operands.length === 0) return undefined;
  const { compare } = ordering;
  const isAbove = order === 'above' || order === 'at_or_above';
  const operand = operands.reduce((best, each) => (isAbove === compare(each, best) < 0 ? each : best));
  return comparison(parts.attribute, operand, order, ordering);
}

/**
 * Creates the test in a function of its own, because a closure keeps alive all variables that its siblings use: the
 * other operands.
 */
function comparison<T>(
  attribute: Attribute,
  operand: T,
  order: Order,
  { readAttribute, compare, cost }: Ordering<T>,
): Condition {
  const sign = order === 'above' || order === 'at_or_above' ? 1 : -1;
  const matchesEqual = order === 'at_or_above' || order === 'at_or_below';
  return {
    test: (context) => {
      const value = readAttribute(context, context.valueOf(attribute), attribute);
      if (value === undefined) return false;
      const found = sign * compare(value, operand);
      return found > 0 || (matchesEqual && found === 0);
    },
    cost,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function versionOf(value: unknown): Version | undefined {
  return typeof value === 'string' ? parseVersion(value) : undefined;
}

/** Compares without subtracting, which would make infinities equal to nothing. */
function compareNumbers(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
