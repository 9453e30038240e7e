import { limits } from '@bunting/evaluator';

/**
 * The values that the checks of one targeting, or of one segment, may still look at. Checking a pattern takes up to a millisecond,
 * so without a budget one document could block the process. A definition with more values is beyond the limits in any case.
 */
export interface ValueBudget {
  values: number;
  patterns: number;
}

/** The instructions of the smallest pattern. */
const smallestPattern = 2;
const most: ValueBudget = { values: limits.operands, patterns: limits.patternPrograms / smallestPattern };

export function createValueBudget(): ValueBudget {
  return { ...most };
}

/** Takes one value from the budget. Returns true, a message for the first value that is too many, or false for those after it. */
export function takeValue(budget: ValueBudget, isPattern: boolean): string | boolean {
  if (budget.values < 0 || budget.patterns < 0) return false;
  budget.values -= 1;
  if (isPattern) budget.patterns -= 1;
  if (budget.values < 0) return `exceeds the limit of ${most.values} values in all conditions`;
  if (budget.patterns < 0) return `exceeds the limit of ${most.patterns} patterns in all conditions`;
  return true;
}
