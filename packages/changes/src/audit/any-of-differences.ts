import type { ConditionDefinition, GroupDefinition } from '@bunting/evaluator';
import { added, changed, json, moved, removed, told, within } from './difference.ts';
import type { Part } from './difference.ts';
import { isSame, matchParts, movedPairs } from './match-parts.ts';
import { describeAnyOf, describeAttribute, describeCondition, describeGroup } from './describe-rule.ts';

type AnyOf = readonly GroupDefinition[];

/** What differs between two `any_of`, group by group. */
export function anyOfDifferences(before: AnyOf, after: AnyOf): Part[] {
  if (isSame(before, after)) return [];
  if (before.length === 0 || after.length === 0) {
    return [changed('for', json(before), json(after), [describeAnyOf(before), describeAnyOf(after)])];
  }
  const matched = matchParts(before, after, [sharesAttribute(), () => true]);
  const parts = [
    ...matched.pairs.flatMap(([from, to]) => groupDifferences(before[from]!, after[to]!, from)),
    ...matched.removed.map((place) =>
      removed(`group ${place + 1}: removed (${describeGroup(before[place]!)})`, json(before[place]!)),
    ),
    ...matched.added.map((place) =>
      added(`group ${place + 1}: added (${describeGroup(after[place]!)})`, json(after[place]!)),
    ),
  ];
  if (parts.length > 0) return parts;
  return movedPairs(matched.pairs).map((pair) => moved(`group ${pair[0] + 1}`, pair));
}

function sharesAttribute(): (left: GroupDefinition, right: GroupDefinition) => boolean {
  const known = new Map<GroupDefinition, ReadonlySet<string>>();
  const attributesOf = (group: GroupDefinition): ReadonlySet<string> => {
    const attributes = known.get(group) ?? new Set(group.all_of.map(describeAttribute));
    known.set(group, attributes);
    return attributes;
  };
  return (left, right) => [...attributesOf(left)].some((attribute) => attributesOf(right).has(attribute));
}

function isAbout(left: ConditionDefinition, right: ConditionDefinition): boolean {
  return describeAttribute(left) === describeAttribute(right);
}

function isAboutAlike(left: ConditionDefinition, right: ConditionDefinition): boolean {
  return isAbout(left, right) && left.operator === right.operator;
}

function groupDifferences(before: GroupDefinition, after: GroupDefinition, group: number): Part[] {
  if (isSame(before, after)) return [];
  const label = (place: number): string => `condition ${place + 1} of group ${group + 1}`;
  const matched = matchParts(before.all_of, after.all_of, [isAboutAlike, isAbout]);
  const parts = [
    ...matched.pairs.flatMap(([from, to]) =>
      within(label(from), conditionDifferences(before.all_of[from]!, after.all_of[to]!)),
    ),
    ...matched.removed.map((place) =>
      removed(
        `${label(place)}: removed (${describeCondition(before.all_of[place]!)})`,
        json(before.all_of[place]!),
      ),
    ),
    ...matched.added.map((place) =>
      added(
        `${label(place)}: added (${describeCondition(after.all_of[place]!)})`,
        json(after.all_of[place]!),
      ),
    ),
  ];
  return parts.length > 0 ? parts : movedPairs(matched.pairs).map((pair) => moved(label(pair[0]), pair));
}

function conditionDifferences(before: ConditionDefinition, after: ConditionDefinition): Part[] {
  const parts: Part[] = [];
  if (before.operator !== after.operator) parts.push(changed('operator', before.operator, after.operator));
  if (!isSame(before.values, after.values)) parts.push(valuesDifference(before.values, after.values));
  const [ignored, ignores] = [before.ignore_case ?? false, after.ignore_case ?? false];
  if (ignored !== ignores) parts.push(changed('ignore_case', ignored, ignores));
  return parts;
}

type Values = NonNullable<ConditionDefinition['values']>;

const maxValues = 10;

/** Short lists are told whole, of long ones what comes and what goes. */
function valuesDifference(before: Values = [], after: Values = []): Part {
  if (Math.max(before.length, after.length) <= maxValues) return changed('values', [...before], [...after]);
  const [old, now] = [new Set(before), new Set(after)];
  const come = after.filter((value) => !old.has(value));
  const gone = before.filter((value) => !now.has(value));
  const words = [
    ...(come.length === 0 ? [] : [`${come.length} added (${someOf(come)})`]),
    ...(gone.length === 0 ? [] : [`${gone.length} removed (${someOf(gone)})`]),
  ];
  const what = words.length === 0 ? 'in another order' : words.join(', ');
  return { what: `values: ${what}`, before: [...before], after: [...after] };
}

function someOf(values: Values): string {
  return `${told(values.slice(0, maxValues))}${values.length > maxValues ? ', …' : ''}`;
}
