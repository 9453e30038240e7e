import { RE2JS } from 're2js';

import { everyOf } from '../stored.ts';
import type { Condition, ConditionParts } from './condition.ts';

/**
 * `matches`, `not_matches`: RE2 syntax, found anywhere in the text unless the pattern is anchored. Patterns
 * are compiled here, with the fragment. For a text that would cost more steps than its request has left both
 * operators are false.
 *
 * `find` searches without the library's lazy DFA (`test` would use it): building its states costs hostile
 * patterns seven times as much per step, and each pattern may keep 8 MiB of them.
 */
export function compilePattern(parts: ConditionParts, expected: boolean): Condition | undefined {
  const { attribute, foldsCase } = parts;
  const patterns = everyOf(parts.values, (value) => compileOne(value, foldsCase));
  if (patterns === undefined || patterns.length === 0) return undefined;
  const stepsPerCharacter = patterns.reduce((sum, pattern) => sum + pattern.programSize(), 0);
  return {
    test: (context) => {
      const text = context.valueOf(attribute);
      if (typeof text !== 'string') return false;
      if (!context.spendPatternSteps(stepsPerCharacter * (text.length + 1))) return false;
      for (const pattern of patterns) if (pattern.matcher(text).find()) return expected;
      return !expected;
    },
    cost: 200 * patterns.length,
  };
}

function compileOne(value: unknown, foldsCase: boolean): RE2JS | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return RE2JS.compile(value, foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
