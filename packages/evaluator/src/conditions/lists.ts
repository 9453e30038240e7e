import type { Condition, ConditionParts, Test } from './condition.ts';

/** Looking for this many operands one by one is faster than looking up every element in a set. */
const OPERANDS_WORTH_A_SET = 4;

/**
 * `contains_any`, `contains_all`, `contains_none` on lists. Elements that are neither strings, numbers nor
 * booleans equal nothing.
 */
export function compileListComparison(
  parts: ConditionParts,
  operator: 'contains_any' | 'contains_all' | 'contains_none',
): Condition | undefined {
  const { attribute, values, foldsCase } = parts;
  const operands = new Set(foldsCase ? values.map(foldCase) : values);
  if (operands.size === 0) return undefined;
  const holds = operands.size < OPERANDS_WORTH_A_SET ? fewOperands([...operands]) : manyOperands(operands);
  const test: Test = (context) => {
    const list = context.valueOf(attribute);
    return Array.isArray(list) && holds[operator](foldsCase ? list.map(foldCase) : list);
  };
  return { test, cost: 30 };
}

type ListTests = Readonly<
  Record<'contains_any' | 'contains_all' | 'contains_none', (list: readonly unknown[]) => boolean>
>;

function fewOperands(operands: readonly unknown[]): ListTests {
  return {
    contains_any: (list) => operands.some((operand) => list.includes(operand)),
    contains_all: (list) => operands.every((operand) => list.includes(operand)),
    contains_none: (list) => !operands.some((operand) => list.includes(operand)),
  };
}

function manyOperands(operands: ReadonlySet<unknown>): ListTests {
  return {
    contains_any: (list) => list.some((element) => operands.has(element)),
    contains_all: (list) => new Set(list.filter((element) => operands.has(element))).size === operands.size,
    contains_none: (list) => !list.some((element) => operands.has(element)),
  };
}

function foldCase<T>(value: T): T | string {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
