import { everyOf } from '../stored.ts';
import type { Condition, ConditionParts, Referents } from './condition.ts';

/** Texts up to this length (user agents, addresses, names) cost a request nothing of what its patterns may spend. */
const FREE_LENGTH = 256;

/**
 * `matches`, `not_matches`: RE2 syntax, found anywhere in the text unless the pattern is anchored. For a long text
 * that would cost more steps than its request has left both operators are false.
 */
export function compilePatternMatch(
  parts: ConditionParts,
  expected: boolean,
  patternOf: Referents['patternOf'],
): Condition | undefined {
  const { attribute, foldsCase } = parts;
  const patterns = everyOf(parts.values, (value) =>
    typeof value === 'string' ? patternOf(value, foldsCase) : undefined,
  );
  if (patterns === undefined || patterns.length === 0) return undefined;
  const stepsPerCharacter = patterns.reduce((sum, pattern) => sum + pattern.size, 0);
  return {
    test: (context) => {
      const text = context.valueOf(attribute);
      if (typeof text !== 'string') return false;
      if (text.length > FREE_LENGTH && !context.spendPatternSteps(stepsPerCharacter * text.length))
        return false;
      for (const pattern of patterns) if (pattern.isFoundIn(text)) return expected;
      return !expected;
    },
    cost: 200 * patterns.length,
  };
}
