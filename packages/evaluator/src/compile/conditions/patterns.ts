import { readEvery } from '../../definition/stored.ts';
import type { Condition } from '../../model/condition.ts';
import type { ConditionParts, Referents } from './condition-parts.ts';

/**
 * Compiles `matches` and `not_matches`: RE2 syntax, found anywhere in the text unless the pattern is anchored. A text
 * beyond `maxSearchedLength` counts as missing.
 */
export function compilePatternMatch(
  parts: ConditionParts,
  expected: boolean,
  patternOf: Referents['patternOf'],
): Condition | undefined {
  const { attribute, foldsCase, maxSearchedLength } = parts;
  const sources = readEvery(parts.values, (value) => (typeof value === 'string' ? value : undefined));
  if (sources === undefined || sources.length === 0) return undefined;
  const pattern = patternOf(sources, foldsCase);
  if (pattern === undefined) return undefined;
  return {
    test: (context) => {
      const text = context.valueOf(attribute);
      if (typeof text !== 'string' || text.length > maxSearchedLength) return false;
      return pattern.isFoundIn(text) === expected;
    },
    cost: 100 + 10 * pattern.weight,
  };
}
