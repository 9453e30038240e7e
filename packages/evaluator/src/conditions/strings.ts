import { everyOf } from '../stored.ts';
import type { Condition, ConditionParts } from './condition.ts';

type Compare = (text: string, operand: string) => boolean;

const comparisons = {
  contains: (text, operand) => text.includes(operand),
  starts_with: (text, operand) => text.startsWith(operand),
  ends_with: (text, operand) => text.endsWith(operand),
} as const satisfies Record<string, Compare>;

/** `contains`, `starts_with`, `ends_with` and their opposites. */
export function compileStringComparison(
  parts: ConditionParts,
  operator: keyof typeof comparisons,
  expected: boolean,
): Condition | undefined {
  const { attribute, foldsCase } = parts;
  const operands = everyOf(parts.values, (value) => foldedText(value, foldsCase));
  if (operands === undefined || operands.length === 0) return undefined;
  const compare: Compare = comparisons[operator];
  return {
    test: (context) => {
      const value = context.valueOf(attribute);
      if (typeof value !== 'string') return false;
      const text = foldsCase ? context.lowerCaseOf(attribute, value) : value;
      for (let index = 0; index < operands.length; index++) {
        if (compare(text, operands[index] as string)) return expected;
      }
      return !expected;
    },
    cost: 15 + 5 * operands.length,
  };
}

function foldedText(value: unknown, foldsCase: boolean): string | undefined {
  if (typeof value !== 'string') return undefined;
  return foldsCase ? value.toLowerCase() : value;
}
