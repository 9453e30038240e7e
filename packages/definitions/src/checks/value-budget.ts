import { limits } from '@bunting/evaluator';

/**
 * What the conditions of one targeting, or of one segment, may have checked: looking at a pattern takes up to a millisecond. What
 * is more is beyond the limits in any case.
 */
export interface ValueBudget {
  values: number;
  patterns: number;
}

/** No pattern comes to fewer instructions. */
const smallestPattern = 2;
const most: ValueBudget = { values: limits.operands, patterns: limits.patternPrograms / smallestPattern };

export function createValueBudget(): ValueBudget {
  return { ...most };
}

/** Takes one value; a message for the first that is too many, and false for those behind it. */
export function takeValue(budget: ValueBudget, isPattern: boolean): string | boolean {
  if (budget.values < 0 || budget.patterns < 0) return false;
  budget.values -= 1;
  if (isPattern) budget.patterns -= 1;
  if (budget.values < 0) return `is one value too many: all conditions together may have ${most.values}`;
  if (budget.patterns < 0)
    return `is one pattern too many: all conditions together may have ${most.patterns}`;
  return true;
}
