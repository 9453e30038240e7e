import { everyOf } from '../stored.ts';
import type { Condition, ConditionParts, Referents } from './condition.ts';

/**
 * `matches`, `not_matches`: RE2 syntax, found anywhere in the text unless the pattern is anchored. A text beyond
 * `longestSearchedText` is missing.
 */
export function compilePatternMatch(
  parts: ConditionParts,
  expected: boolean,
  patternOf: Referents['patternOf'],
): Condition | undefined {
  const { attribute, foldsCase, longestSearchedText } = parts;
  const patterns = everyOf(parts.values, (value) =>
    typeof value === 'string' ? patternOf(value, foldsCase) : undefined,
  );
  if (patterns === undefined || patterns.length === 0) return undefined;
  return {
    test: (context) => {
      const text = context.valueOf(attribute);
      if (typeof text !== 'string' || text.length > longestSearchedText) return false;
      for (let index = 0; index < patterns.length; index++) {
        if (patterns[index]!.isFoundIn(text)) return expected;
      }
      return !expected;
    },
    cost: 200 * patterns.length,
  };
}
