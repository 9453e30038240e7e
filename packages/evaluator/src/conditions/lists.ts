import { foldCase } from '../values/fold-case.ts';
import type { Condition, ConditionParts, Scalar, Test } from './condition.ts';

/** Looking for this many operands one by one is faster than looking up every element in a set. */
const operandsWorthASet = 4;
/** Looking through this many elements is faster than making a set of them, or than looking operands up in it. */
const elementsWorthASet = 8;

type ListOperator = 'contains_any' | 'contains_all' | 'contains_none';

/**
 * `contains_any`, `contains_all`, `contains_none` on lists. Elements that are neither strings, numbers nor
 * booleans equal nothing. It iterates over the shorter side and looks up in a set of the longer one. The set of the user's list is
 * built at most once per request.
 */
export function compileListComparison(parts: ConditionParts, operator: ListOperator): Condition | undefined {
  const { attribute, values, foldsCase } = parts;
  const operands = new Set<unknown>(foldsCase ? values.map(folded) : values);
  if (operands.size === 0) return undefined;
  const sharesOne = operands.size < operandsWorthASet ? sharesFew([...operands]) : sharesMany(operands);
  const test: Test = (context) => {
    const given = context.valueOf(attribute);
    if (!Array.isArray(given)) return false;
    const list = foldsCase ? context.foldedListOf(given) : (given as readonly unknown[]);
    if (operator === 'contains_any') return sharesOne(list, context);
    if (operator === 'contains_none') return !sharesOne(list, context);
    return hasAll(list, operands, context);
  };
  return { test, cost: 30 };
}

type Context = Parameters<Test>[0];
type ListTest = (list: readonly unknown[], context: Context) => boolean;

function sharesFew(operands: readonly unknown[]): ListTest {
  return (list, context) => {
    if (list.length > elementsWorthASet) {
      const elements = context.setOf(list);
      return operands.some((operand) => elements.has(operand));
    }
    return operands.some((operand) => list.includes(operand));
  };
}

function sharesMany(operands: ReadonlySet<unknown>): ListTest {
  return (list, context) => {
    if (list.length <= elementsWorthASet || list.length <= operands.size) {
      for (let index = 0; index < list.length; index++) if (operands.has(list[index])) return true;
      return false;
    }
    const elements = context.setOf(list);
    for (const operand of operands) if (elements.has(operand)) return true;
    return false;
  };
}

function hasAll(list: readonly unknown[], operands: ReadonlySet<unknown>, context: Context): boolean {
  if (list.length < operands.size) return false;
  if (list.length <= elementsWorthASet) {
    for (const operand of operands) if (!list.includes(operand)) return false;
    return true;
  }
  const elements = context.setOf(list);
  for (const operand of operands) if (!elements.has(operand)) return false;
  return true;
}

function folded(value: Scalar): Scalar {
  return typeof value === 'string' ? foldCase(value) : value;
}
