import type { EvaluationContext } from '../context.ts';
import { parseInstant } from '../instant.ts';
import { everyOf } from '../stored.ts';
import { compareVersions, parseVersion } from '../version.ts';
import type { Condition, ConditionParts, ReadOperand } from './condition.ts';

/** Decides from the order of attribute and operand: negative, zero or positive. */
export type Accepts = (order: number) => boolean;

/** `gt`, `gte`, `lt`, `lte`. */
export function compileNumberOrder(parts: ConditionParts, accepts: Accepts): Condition | undefined {
  return compileOrder(parts, accepts, true, {
    cost: 8,
    readOperand: numberOf,
    readAttribute: (_context, value) => numberOf(value),
    compare: (left, right) => left - right,
  });
}

/** `before`, `after`: ISO 8601 strings on both sides. */
export function compileDateOrder(parts: ConditionParts, accepts: Accepts): Condition | undefined {
  return compileOrder(parts, accepts, true, {
    cost: 40,
    readOperand: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
    readAttribute: (context, value) => (typeof value === 'string' ? context.instantOf(value) : undefined),
    compare: (left, right) => left - right,
  });
}

/** The operators on versions. `expected` is false for `semver_neq`: no value may be equal. */
export function compileVersionOrder(
  parts: ConditionParts,
  accepts: Accepts,
  expected: boolean,
): Condition | undefined {
  return compileOrder(parts, accepts, expected, {
    cost: 60,
    readOperand: (value) => (typeof value === 'string' ? parseVersion(value) : undefined),
    readAttribute: (context, value) => (typeof value === 'string' ? context.versionOf(value) : undefined),
    compare: compareVersions,
  });
}

interface Ordering<T> {
  readonly cost: number;
  readonly readOperand: ReadOperand<T>;
  readonly readAttribute: (context: EvaluationContext, value: unknown) => T | undefined;
  readonly compare: (left: T, right: T) => number;
}

function compileOrder<T>(
  parts: ConditionParts,
  accepts: Accepts,
  expected: boolean,
  ordering: Ordering<T>,
): Condition | undefined {
  const { attribute } = parts;
  const { readAttribute, compare } = ordering;
  const operands = everyOf(parts.values, ordering.readOperand as (entry: unknown) => T | undefined);
  if (operands === undefined || operands.length === 0) return undefined;
  return {
    test: (context) => {
      const value = readAttribute(context, context.valueOf(attribute));
      if (value === undefined) return false;
      for (let index = 0; index < operands.length; index++) {
        if (accepts(compare(value, operands[index] as T))) return expected;
      }
      return !expected;
    },
    cost: ordering.cost,
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
