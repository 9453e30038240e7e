import type { Catalogue } from '../catalogue.ts';
import { compileCondition } from '../compile-condition.ts';
import type { Referents } from '../conditions/condition.ts';
import type { SegmentCell, SegmentReference } from '../conditions/segments.ts';
import type { EvaluationContext } from '../context.ts';
import { allHold, compileAnyOf, testsOf } from '../groups.ts';
import { listOf, recordOf, textOf } from '../stored.ts';
import type { StoredRecord } from '../stored.ts';
import type { ConditionExplanation, GroupExplanation, SegmentExplanation } from './explanation.ts';
import type { Outcomes } from './outcomes.ts';
import { seenAttribute } from './seen-attribute.ts';

/** Whose conditions are explained, and with what. */
export interface Surroundings {
  readonly user: StoredRecord;
  readonly newContext: () => EvaluationContext;
  readonly patternOf: Catalogue['patternOf'];
  readonly outcomes: Outcomes;
  /** By slug: what the compiled conditions ask, and the stored `any_of`. `undefined` inside a segment. */
  readonly segments: ReadonlyMap<string, SegmentInFull> | undefined;
}

export interface SegmentInFull extends SegmentCell {
  readonly anyOf: unknown;
}

type SegmentMembership = Pick<SegmentExplanation, 'slug' | 'exists' | 'holds'>;

export interface AnyOfExplanation {
  readonly matches: boolean;
  readonly groups: readonly GroupExplanation[];
}

/** Whether anything holds is for the compiled groups and conditions to say, the same that evaluation runs. */
export function explainAnyOf(stored: unknown, around: Surroundings): AnyOfExplanation {
  return {
    matches: anyGroupHolds(stored, around),
    groups: (listOf(stored) ?? []).map((group) => ({
      holds: anyGroupHolds([group], around),
      all_of: (listOf(recordOf(group)?.['all_of']) ?? []).map((each) => explainCondition(each, around)),
    })),
  };
}

function anyGroupHolds(stored: unknown, around: Surroundings): boolean {
  const groups = linked(around, (referents) => compileAnyOf(stored, referents)) ?? [];
  return groups.some((group) => allHold(testsOf(group), around.newContext()));
}

function explainCondition(stored: unknown, around: Surroundings): ConditionExplanation {
  const condition = recordOf(stored) ?? {};
  const compiled = linked(around, (referents) => compileCondition(stored, referents));
  const context = around.newContext();
  return {
    ...condition,
    holds: compiled?.test(context) ?? false,
    malformed: compiled === undefined,
    attribute: seenAttribute(condition, around.user, context, around.outcomes.of(condition)),
    ...(condition['property'] === 'segment' && { segments: explainMemberships(condition, around) }),
  };
}

function explainMemberships(condition: StoredRecord, around: Surroundings): SegmentMembership[] {
  return (listOf(condition['values']) ?? []).map((value) => {
    const slug = (textOf(value) ?? '').toLowerCase();
    const segment = around.segments?.get(slug);
    return {
      slug,
      exists: segment !== undefined,
      holds: segment?.matches?.(around.newContext()) ?? false,
    };
  });
}

/** Each once: a thousand conditions may name a segment of ten thousand values. */
export function explainSegments(around: Surroundings): SegmentExplanation[] {
  return [...(around.segments ?? [])].map(([slug, { matches, anyOf }]) => ({
    slug,
    exists: true,
    holds: matches?.(around.newContext()) ?? false,
    any_of: explainAnyOf(anyOf, { ...around, segments: undefined }).groups,
  }));
}

/** What is compiled, with its links to segments made as a datafile makes them. */
function linked<Compiled>(
  { segments, patternOf, outcomes: { observed } }: Surroundings,
  compile: (referents: Referents) => Compiled,
): Compiled {
  const references: SegmentReference[] = [];
  const compiled = compile({
    segments: segments === undefined ? undefined : references,
    patternOf,
    observed,
  });
  for (const reference of references) reference.cell = segments?.get(reference.slug);
  return compiled;
}
