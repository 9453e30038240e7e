import type { Condition, Test } from '../../model/condition.ts';
import { foldCase } from '../../values/fold-case.ts';
import { mayBeRounded } from '../../values/long-number.ts';
import { createScalarSet, hasScalar, type ScalarSet } from '../../values/scalar-set.ts';
import type { ConditionParts, Scalar } from './condition-parts.ts';

/** Looking for this many operands one by one is faster than looking up every element in a set. */
const operandsWorthASet = 4;
/** Looking through this many elements is faster than making a set of them. */
const elementsWorthASet = 32;

type ListOperator = 'contains_any' | 'contains_all' | 'contains_none';

/**
 * Compiles `contains_any`, `contains_all` and `contains_none` on lists. Elements that are neither strings, numbers nor booleans
 * equal nothing. Iterates over the shorter side and looks up in a set of the longer one. The set of the user's list is built at
 * most once per request.
 */
export function compileListComparison(parts: ConditionParts, operator: ListOperator): Condition | undefined {
  const { attribute, values, foldsCase } = parts;
  const operands = createScalarSet(foldsCase ? values.map(folded) : values);
  if (operands.size === 0) return undefined;
  const distinct: readonly Scalar[] = [...operands.texts, ...operands.numbers].slice();
  const sharesOne = operands.size < operandsWorthASet ? sharesFew(distinct) : sharesMany(distinct, operands);
  const isLong = operands.numbers.some(mayBeRounded);
  const test: Test = (context) => {
    // Among operands beyond 2^53 the entries count as they were sent: a rounded one equals none.
    const given = isLong ? context.exactValueOf(attribute) : context.valueOf(attribute);
    if (!Array.isArray(given)) return false;
    const list = foldsCase ? context.foldedListOf(given) : (given as readonly unknown[]);
    if (operator === 'contains_any') return sharesOne(list, context);
    if (operator === 'contains_none') return !sharesOne(list, context);
    return hasAll(list, distinct, context);
  };
  return { test, cost: 30 };
}

type Context = Parameters<Test>[0];
type ListTest = (list: readonly unknown[], context: Context) => boolean;

function sharesFew(operands: readonly Scalar[]): ListTest {
  return (list, context) => {
    if (list.length > elementsWorthASet) {
      const elements = context.setOf(list);
      return operands.some((operand) => hasScalar(elements, operand));
    }
    return operands.some((operand) => list.includes(operand));
  };
}

function sharesMany(operands: readonly Scalar[], operandSet: ScalarSet): ListTest {
  return (list, context) => {
    if (list.length <= elementsWorthASet || list.length <= operands.length) {
      for (let index = 0; index < list.length; index++) if (hasScalar(operandSet, list[index])) return true;
      return false;
    }
    const elements = context.setOf(list);
    for (let index = 0; index < operands.length; index++)
      if (hasScalar(elements, operands[index])) return true;
    return false;
  };
}

function hasAll(list: readonly unknown[], operands: readonly Scalar[], context: Context): boolean {
  if (list.length < operands.length) return false;
  if (list.length <= elementsWorthASet) {
    for (let index = 0; index < operands.length; index++) if (!list.includes(operands[index])) return false;
    return true;
  }
  const elements = context.setOf(list);
  for (let index = 0; index < operands.length; index++)
    if (!hasScalar(elements, operands[index])) return false;
  return true;
}

function folded(value: Scalar): Scalar {
  return typeof value === 'string' ? foldCase(value) : value;
}
