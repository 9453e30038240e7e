import type { Condition, ConditionParts, Scalar } from './condition.ts';

/**
 * `contains_any`, `contains_all`, `contains_none` on lists. Elements that are neither strings, numbers nor
 * booleans equal nothing.
 */
export function compileListComparison(
  parts: ConditionParts,
  operator: 'contains_any' | 'contains_all' | 'contains_none',
): Condition | undefined {
  const { attribute, foldsCase } = parts;
  const fold = (value: unknown): unknown =>
    foldsCase && typeof value === 'string' ? value.toLowerCase() : value;
  const operands = new Set(parts.values.map((value) => fold(value) as Scalar));
  if (operands.size === 0) return undefined;
  return {
    test: (context) => {
      const list = context.valueOf(attribute);
      if (!Array.isArray(list)) return false;
      if (operator === 'contains_all') return containsAll(list, operands, fold);
      for (const element of list) {
        if (operands.has(fold(element) as Scalar)) return operator === 'contains_any';
      }
      return operator === 'contains_none';
    },
    cost: 30,
  };
}

function containsAll(
  list: readonly unknown[],
  operands: ReadonlySet<Scalar>,
  fold: (value: unknown) => unknown,
): boolean {
  const found = new Set<unknown>();
  for (const element of list) {
    const value = fold(element);
    if (operands.has(value as Scalar) && found.add(value).size === operands.size) return true;
  }
  return false;
}
