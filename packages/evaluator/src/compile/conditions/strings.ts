import { readEvery } from '../../definition/stored.ts';
import type { Condition } from '../../model/condition.ts';
import { createTextAutomata } from '../../patterns/text-automaton.ts';
import { foldCase } from '../../values/fold-case.ts';
import { maxSinglySearched, singlySearchedOperands } from '../cost.ts';
import type { ConditionParts } from './condition-parts.ts';
import { beginsWithAny, endsWithAny, type TextTest } from './text-set.ts';

/** Compiles `starts_with`, `ends_with` and their opposites. */
export function compileTextEnd(
  parts: ConditionParts,
  operator: 'starts_with' | 'ends_with',
  expected: boolean,
): Condition | undefined {
  const operands = textsOf(parts);
  if (operands === undefined) return undefined;
  const holds = operator === 'starts_with' ? beginsWithAny(operands) : endsWithAny(operands);
  return compileTextTest(parts, holds, Infinity, expected, 30);
}

/** Compiles `contains` and `not_contains`. A text longer than `maxSearchedLength` counts as missing. */
export function compileTextSearch(parts: ConditionParts, expected: boolean): Condition | undefined {
  const operands = textsOf(parts);
  if (operands === undefined) return undefined;
  return compileTextTest(
    parts,
    liesIn(operands),
    parts.maxSearchedLength,
    expected,
    20 + 10 * operands.length,
  );
}

function compileTextTest(
  { attribute, foldsCase }: ConditionParts,
  holds: TextTest,
  maxTextLength: number,
  expected: boolean,
  cost: number,
): Condition {
  return {
    test: (context) => {
      const value = context.valueOf(attribute);
      if (typeof value !== 'string') return false;
      const text = foldsCase ? context.lowerCaseOf(attribute, value) : value;
      return text.length <= maxTextLength && holds(text) === expected;
    },
    cost,
  };
}

function liesIn(operands: readonly string[]): TextTest {
  if (operands.includes('')) return () => true;
  if (isSearchedSingly(operands)) {
    return (text) => {
      for (let index = 0; index < operands.length; index++) {
        if (text.includes(operands[index] as string)) return true;
      }
      return false;
    };
  }
  const automata = createTextAutomata(operands);
  if (automata.length === 1) return automata[0]!.isAnyIn;
  return (text) => automata.some((automaton) => automaton.isAnyIn(text));
}

/**
 * Returns whether to use native search, which is fast for few operands and whose cost does not grow with their
 * length.
 */
function isSearchedSingly(operands: readonly string[]): boolean {
  return (
    operands.length <= singlySearchedOperands &&
    operands.every((operand) => operand.length <= maxSinglySearched)
  );
}

/** Returns the operands; `undefined` = there are none, or one is not a string. */
function textsOf({ values, foldsCase }: ConditionParts): readonly string[] | undefined {
  const texts = readEvery(values, (value) => {
    if (typeof value !== 'string') return undefined;
    return foldsCase ? foldCase(value) : value;
  });
  return texts?.length === 0 ? undefined : texts;
}
