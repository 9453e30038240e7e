import { compileCondition } from '../compile/compile-condition.ts';
import type { Referents } from '../compile/conditions/condition-parts.ts';
import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import type { Condition, SegmentCell, SegmentReference } from '../model/condition.ts';
import type { ConditionExplanation, GroupExplanation, SegmentExplanation } from './explanation.ts';
import { cut, maxValues } from './formatting.ts';
import { seenAttribute, type AttributeDependencies } from './seen-attribute.ts';

/** The data that the explanation of conditions needs. */
export interface Dependencies extends AttributeDependencies {
  readonly patternOf: Referents['patternOf'];
  /** Compiled and stored segments by slug; `undefined` inside a segment. */
  readonly segments: ReadonlyMap<string, SegmentInFull> | undefined;
}

export interface SegmentInFull extends SegmentCell {
  readonly anyOf: unknown;
  readonly maxSearchedLength: number;
}

type SegmentMembership = Pick<SegmentExplanation, 'slug' | 'exists' | 'holds'>;

export interface AnyOfExplanation {
  readonly matches: boolean;
  readonly groups: readonly GroupExplanation[];
  readonly groupsOmitted: number;
}

/**
 * Decides every condition, also those that evaluation does not reach, because a result depends only on the condition and the user.
 * Conditions that are omitted for their size are decided, too.
 */
export function explainAnyOf(stored: unknown, dependencies: Dependencies): AnyOfExplanation {
  const anyOf = asList(stored);
  const groups: GroupExplanation[] = [];
  let matches = anyOf?.length === 0;
  let groupsOmitted = 0;
  for (const entry of anyOf ?? []) {
    const isShown = dependencies.formatter.hasRoom();
    const group = explainGroup(entry, dependencies);
    if (group.holds) matches = true;
    if (isShown) {
      dependencies.formatter.take({ holds: group.holds, all_of: [] });
      groups.push(group);
    } else groupsOmitted++;
  }
  return { matches, groups, groupsOmitted };
}

/** Returns whether an `any_of` matches, without an explanation. */
export function matchesAnyGroup(stored: unknown, dependencies: Dependencies): boolean {
  const anyOf = asList(stored);
  return (
    anyOf !== undefined && (anyOf.length === 0 || anyOf.some((group) => matchesGroup(group, dependencies)))
  );
}

function matchesGroup(stored: unknown, dependencies: Dependencies): boolean {
  const allOf = asList(asRecord(stored)?.['all_of']);
  return (
    allOf !== undefined &&
    allOf.every((entry) => compile(entry, dependencies)?.test(dependencies.context) ?? false)
  );
}

function explainGroup(stored: unknown, dependencies: Dependencies): GroupExplanation {
  const allOf = asList(asRecord(stored)?.['all_of']);
  const shown: ConditionExplanation[] = [];
  let holds = allOf !== undefined;
  let omitted = 0;
  for (const entry of allOf ?? []) {
    const compiled = compile(entry, dependencies);
    const matchesCondition = compiled?.test(dependencies.context) ?? false;
    if (!matchesCondition) holds = false;
    if (dependencies.formatter.hasRoom()) {
      const condition = explainCondition(asRecord(entry) ?? {}, compiled, matchesCondition, dependencies);
      dependencies.formatter.take(condition);
      shown.push(condition);
    } else omitted++;
  }
  return { holds, all_of: shown, ...(omitted > 0 && { conditions_omitted: omitted }) };
}

function explainCondition(
  stored: StoredRecord,
  compiled: Condition | undefined,
  holds: boolean,
  dependencies: Dependencies,
): ConditionExplanation {
  const values = asList(stored['values']) ?? [];
  const omitted = Math.max(0, values.length - maxValues);
  return {
    ...shortened(stored),
    ...(omitted > 0 && { values_omitted: omitted }),
    holds,
    malformed: compiled === undefined,
    attribute: seenAttribute(stored, dependencies),
    ...(stored['property'] === 'segment' && { segments: explainMemberships(values, dependencies) }),
  };
}

/** Returns the members of a stored condition, shortened to fit. */
function shortened(stored: StoredRecord): Partial<ConditionExplanation> {
  const shown: Record<string, unknown> = {};
  for (const name of ['property', 'custom_key', 'operator', 'ignore_case']) {
    const value = stored[name];
    if (value !== undefined) shown[name] = typeof value === 'string' ? cut(value) : value;
  }
  const values = asList(stored['values']);
  if (values !== undefined) {
    shown['values'] = values
      .slice(0, maxValues)
      .map((value) => (typeof value === 'string' ? cut(value) : value));
  }
  return shown;
}

function explainMemberships(values: readonly unknown[], dependencies: Dependencies): SegmentMembership[] {
  return values.slice(0, maxValues).map((value) => {
    const slug = (asText(value) ?? '').toLowerCase();
    const segment = dependencies.segments?.get(slug);
    return {
      slug: cut(slug),
      exists: segment !== undefined,
      holds: segment?.matches?.(dependencies.context) ?? false,
    };
  });
}

/** Explains each segment once, because a thousand conditions may name a segment of ten thousand values. */
export function explainSegments(dependencies: Dependencies): SegmentExplanation[] {
  return [...(dependencies.segments ?? [])].map(([slug, { matches, anyOf, maxSearchedLength }]) => {
    const inside = { ...dependencies, segments: undefined, maxSearchedLength };
    const { groups, groupsOmitted } = explainAnyOf(anyOf, inside);
    return {
      slug,
      exists: true,
      holds: matches?.(dependencies.context) ?? false,
      any_of: groups,
      ...(groupsOmitted > 0 && { groups_omitted: groupsOmitted }),
    };
  });
}

/** Compiles conditions and links them to segments, as a datafile does. */
function compile(stored: unknown, dependencies: Dependencies): Condition | undefined {
  const { segments, patternOf, maxSearchedLength } = dependencies;
  const references = new Map<string, SegmentReference>();
  const compiled = compileCondition(stored, {
    segments: segments === undefined ? undefined : references,
    patternOf,
    maxSearchedLength,
  });
  for (const reference of references.values()) reference.cell = segments?.get(reference.slug);
  return compiled;
}
