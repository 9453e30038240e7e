import { compileCondition } from '../compile/compile-condition.ts';
import type { Condition, Referents } from '../conditions/condition.ts';
import type { SegmentCell, SegmentReference } from '../conditions/segments.ts';
import type { EvaluationContext } from '../context.ts';
import { listOf, recordOf, textOf } from '../compile/stored.ts';
import type { StoredRecord } from '../compile/stored.ts';
import type { ConditionExplanation, GroupExplanation, SegmentExplanation } from './explanation.ts';
import { seenAttribute } from './seen-attribute.ts';
import { cut, mostValues } from './formatting.ts';
import type { Telling } from './formatting.ts';

/** Whose conditions are explained, and with what. */
export interface Surroundings {
  readonly user: StoredRecord;
  readonly context: EvaluationContext;
  readonly patternOf: Referents['patternOf'];
  readonly longestSearchedText: number;
  readonly telling: Telling;
  /** By slug: what the compiled conditions ask, and what is stored. `undefined` inside a segment. */
  readonly segments: ReadonlyMap<string, SegmentInFull> | undefined;
}

export interface SegmentInFull extends SegmentCell {
  readonly anyOf: unknown;
  readonly longestSearchedText: number;
}

type SegmentMembership = Pick<SegmentExplanation, 'slug' | 'exists' | 'holds'>;

export interface AnyOfExplanation {
  readonly matches: boolean;
  readonly groups: readonly GroupExplanation[];
  readonly groupsOmitted: number;
}

/**
 * Every condition is asked, also those that evaluation does not come to: an answer depends on nothing but the condition and the user.
 * What there is no room to tell is asked all the same.
 */
export function explainAnyOf(stored: unknown, around: Surroundings): AnyOfExplanation {
  const anyOf = listOf(stored);
  const groups: GroupExplanation[] = [];
  let matches = anyOf?.length === 0;
  let groupsOmitted = 0;
  for (const entry of anyOf ?? []) {
    const isTold = around.telling.hasRoom();
    const group = explainGroup(entry, around);
    if (group.holds) matches = true;
    if (isTold) {
      around.telling.take({ holds: group.holds, all_of: [] });
      groups.push(group);
    } else groupsOmitted++;
  }
  return { matches, groups, groupsOmitted };
}

/** Whether an `any_of` holds, with nothing told of it. */
export function anyOfHolds(stored: unknown, around: Surroundings): boolean {
  const anyOf = listOf(stored);
  return anyOf !== undefined && (anyOf.length === 0 || anyOf.some((group) => groupHolds(group, around)));
}

function groupHolds(stored: unknown, around: Surroundings): boolean {
  const allOf = listOf(recordOf(stored)?.['all_of']);
  return allOf !== undefined && allOf.every((entry) => compile(entry, around)?.test(around.context) ?? false);
}

function explainGroup(stored: unknown, around: Surroundings): GroupExplanation {
  const allOf = listOf(recordOf(stored)?.['all_of']);
  const told: ConditionExplanation[] = [];
  let holds = allOf !== undefined;
  let omitted = 0;
  for (const entry of allOf ?? []) {
    const compiled = compile(entry, around);
    const conditionHolds = compiled?.test(around.context) ?? false;
    if (!conditionHolds) holds = false;
    if (around.telling.hasRoom()) {
      const condition = explainCondition(recordOf(entry) ?? {}, compiled, conditionHolds, around);
      around.telling.take(condition);
      told.push(condition);
    } else omitted++;
  }
  return { holds, all_of: told, ...(omitted > 0 && { conditions_omitted: omitted }) };
}

function explainCondition(
  stored: StoredRecord,
  compiled: Condition | undefined,
  holds: boolean,
  around: Surroundings,
): ConditionExplanation {
  const values = listOf(stored['values']) ?? [];
  const omitted = Math.max(0, values.length - mostValues);
  return {
    ...shortened(stored),
    ...(omitted > 0 && { values_omitted: omitted }),
    holds,
    malformed: compiled === undefined,
    attribute: seenAttribute(stored, around),
    ...(stored['property'] === 'segment' && { segments: explainMemberships(values, around) }),
  };
}

/** The members that a condition has, as stored as far as there is room for them. */
function shortened(stored: StoredRecord): Partial<ConditionExplanation> {
  const told: Record<string, unknown> = {};
  for (const name of ['property', 'custom_key', 'operator', 'ignore_case']) {
    const value = stored[name];
    if (value !== undefined) told[name] = typeof value === 'string' ? cut(value) : value;
  }
  const values = listOf(stored['values']);
  if (values !== undefined) {
    told['values'] = values
      .slice(0, mostValues)
      .map((value) => (typeof value === 'string' ? cut(value) : value));
  }
  return told;
}

function explainMemberships(values: readonly unknown[], around: Surroundings): SegmentMembership[] {
  return values.slice(0, mostValues).map((value) => {
    const slug = (textOf(value) ?? '').toLowerCase();
    const segment = around.segments?.get(slug);
    return {
      slug: cut(slug),
      exists: segment !== undefined,
      holds: segment?.matches?.(around.context) ?? false,
    };
  });
}

/** Each once: a thousand conditions may name a segment of ten thousand values. */
export function explainSegments(around: Surroundings): SegmentExplanation[] {
  return [...(around.segments ?? [])].map(([slug, { matches, anyOf, longestSearchedText }]) => {
    const inside = { ...around, segments: undefined, longestSearchedText };
    const { groups, groupsOmitted } = explainAnyOf(anyOf, inside);
    return {
      slug,
      exists: true,
      holds: matches?.(around.context) ?? false,
      any_of: groups,
      ...(groupsOmitted > 0 && { groups_omitted: groupsOmitted }),
    };
  });
}

/** What is compiled, with its links to segments made as a datafile makes them. */
function compile(stored: unknown, around: Surroundings): Condition | undefined {
  const { segments, patternOf, longestSearchedText } = around;
  const references = new Map<string, SegmentReference>();
  const compiled = compileCondition(stored, {
    segments: segments === undefined ? undefined : references,
    patternOf,
    longestSearchedText,
  });
  for (const reference of references.values()) reference.cell = segments?.get(reference.slug);
  return compiled;
}
