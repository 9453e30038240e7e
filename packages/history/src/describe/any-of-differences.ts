import type { ConditionDefinition, GroupDefinition } from '@bunting/evaluator/definition';
import { added, changed, formatValue, json, moved, type Part, prefixed, removed } from './difference.ts';
import { movedPairs, pairSimilar } from '../pair-entries.ts';
import { isEqual } from '../is-equal.ts';
import { describeGroups, describeAttribute, describeCondition, describeGroup } from './describe-rule.ts';

type AnyOf = readonly GroupDefinition[];

/** Returns the differences between two `any_of`, group by group. */
export function anyOfDifferences(before: AnyOf, after: AnyOf): Part[] {
  if (isEqual(before, after)) return [];
  if (before.length === 0 || after.length === 0) {
    return [changed('for', json(before), json(after), [describeGroups(before), describeGroups(after)])];
  }
  const matched = pairSimilar(before, after, [getAttributes, () => ['']]);
  const parts = [
    ...matched.pairs.flatMap(([from, to]) => groupDifferences(before[from]!, after[to]!, from)),
    ...matched.removed.map((index) =>
      removed(`group ${index + 1}: removed (${describeGroup(before[index]!)})`, json(before[index]!)),
    ),
    ...matched.added.map((index) =>
      added(`group ${index + 1}: added (${describeGroup(after[index]!)})`, json(after[index]!)),
    ),
  ];
  if (parts.length > 0) return parts;
  return movedPairs(matched.pairs).map((pair) => moved(`group ${pair[0] + 1}`, pair));
}

function getAttributes({ all_of: allOf }: GroupDefinition): string[] {
  return [...new Set(allOf.map(describeAttribute))];
}

function getAttributeAndOperator(condition: ConditionDefinition): string[] {
  return [`${condition.operator} ${describeAttribute(condition)}`];
}

function groupDifferences(before: GroupDefinition, after: GroupDefinition, group: number): Part[] {
  if (isEqual(before, after)) return [];
  const label = (index: number): string => `condition ${index + 1} of group ${group + 1}`;
  const matched = pairSimilar(before.all_of, after.all_of, [
    getAttributeAndOperator,
    (condition) => [describeAttribute(condition)],
  ]);
  const parts = [
    ...matched.pairs.flatMap(([from, to]) =>
      prefixed(label(from), conditionDifferences(before.all_of[from]!, after.all_of[to]!)),
    ),
    ...matched.removed.map((index) =>
      removed(
        `${label(index)}: removed (${describeCondition(before.all_of[index]!)})`,
        json(before.all_of[index]!),
      ),
    ),
    ...matched.added.map((index) =>
      added(
        `${label(index)}: added (${describeCondition(after.all_of[index]!)})`,
        json(after.all_of[index]!),
      ),
    ),
  ];
  return parts.length > 0 ? parts : movedPairs(matched.pairs).map((pair) => moved(label(pair[0]), pair));
}

function conditionDifferences(before: ConditionDefinition, after: ConditionDefinition): Part[] {
  const parts: Part[] = [];
  if (before.operator !== after.operator) parts.push(changed('operator', before.operator, after.operator));
  if (!isEqual(before.values, after.values)) parts.push(valuesDifference(before.values, after.values));
  const [ignored, ignores] = [before.ignore_case ?? false, after.ignore_case ?? false];
  if (ignored !== ignores) parts.push(changed('ignore_case', ignored, ignores));
  return parts;
}

type Values = NonNullable<ConditionDefinition['values']>;

const maxValues = 10;

/** Shows short lists whole, and of long lists the values that were added and removed. */
function valuesDifference(before: Values = [], after: Values = []): Part {
  if (Math.max(before.length, after.length) <= maxValues) return changed('values', [...before], [...after]);
  const addedValues = valuesWithout(after, before);
  const removedValues = valuesWithout(before, after);
  const texts = [
    ...(addedValues.length === 0 ? [] : [`${addedValues.length} added (${firstValues(addedValues)})`]),
    ...(removedValues.length === 0
      ? []
      : [`${removedValues.length} removed (${firstValues(removedValues)})`]),
  ];
  const what = texts.length === 0 ? 'in another order' : texts.join(', ');
  return { what: `values: ${what}`, before: [...before], after: [...after] };
}

/** Compares texts, because a `Set` of numbers that somebody has chosen could be slow (`ScalarSet` of the evaluator). */
function valuesWithout(values: Values, excluded: Values): Values {
  const texts = new Set<string>(excluded.map((value) => JSON.stringify(value)));
  return values.filter((value) => !texts.has(JSON.stringify(value)));
}

function firstValues(values: Values): string {
  return `${formatValue(values.slice(0, maxValues))}${values.length > maxValues ? ', …' : ''}`;
}
