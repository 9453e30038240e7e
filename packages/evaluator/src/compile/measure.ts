import { createCatalogue } from './intern-pool.ts';
import type { Catalogue } from './intern-pool.ts';
import { alwaysFoldsCase, attributeOf } from '../attribute.ts';
import { conditionCostOf, costs, featureSearch, searchCostOf, segmentSearch } from './cost.ts';
import { evaluatorsFactor, Tally } from './definition-measure.ts';
import type { DefinitionMeasure, Path } from './definition-measure.ts';
import { defaultBucketByNames } from '../rule.ts';
import { lengthOf } from './stored-value.ts';
import { finish } from './steps.ts';
import type { Steps } from './steps.ts';
import { listOf, recordOf, textOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

/**
 * What a feature costs in an environment (`FeatureFragment`). `segmentCostOf` gives what `measureSegment` said of a segment, by
 * lower-cased slug; `undefined` = there is none. Never throws, whatever the document is; malformed parts count as if they were not.
 */
export function measureFeature(
  document: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  catalogue: Pick<Catalogue, 'patternOf'> = createCatalogue(),
): DefinitionMeasure {
  return finish(measureFeatureInSteps(document, segmentCostOf, catalogue));
}

/** What a segment (`SegmentFragment`) costs each request that asks for it. */
export function measureSegment(
  document: unknown,
  catalogue: Pick<Catalogue, 'patternOf'> = createCatalogue(),
): DefinitionMeasure {
  return finish(measureSegmentDocument(document, new Tally(catalogue)));
}

function* measureFeatureInSteps(
  document: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  catalogue: Pick<Catalogue, 'patternOf'>,
): Steps<DefinitionMeasure> {
  const stored = recordOf(document) ?? {};
  const tally = new Tally(catalogue);
  measureOutline(stored, tally);
  return yield* measureRules(stored['targeting'], segmentCostOf, tally);
}

/** For an evaluator, as far as evaluation depends on it: without what the feature has beside its rules, and without its segments' costs. */
export function measureRulesInSteps(
  targeting: unknown,
  catalogue: Pick<Catalogue, 'patternOf'>,
): Steps<DefinitionMeasure> {
  return measureRules(targeting, () => 0, new Tally(catalogue, evaluatorsFactor));
}

function* measureRules(
  targeting: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  tally: Tally,
): Steps<DefinitionMeasure> {
  tally.cost = costs.feature;
  yield* measureTargeting(recordOf(targeting), tally);
  if (tally.searchCost > 0) tally.boundSearch(featureSearch);
  for (const slug of tally.segments) tally.cost += segmentCostOf(slug) ?? 0;
  tally.atMost('segmentsOfFeature', tally.segments.size, []);
  tally.atMost('featureCost', Math.ceil(tally.cost), []);
  return tally.result();
}

/** The same of a segment. */
export function measureSegmentInSteps(
  document: unknown,
  catalogue: Pick<Catalogue, 'patternOf'>,
): Steps<DefinitionMeasure> {
  return measureSegmentDocument(document, new Tally(catalogue, evaluatorsFactor));
}

function* measureSegmentDocument(document: unknown, tally: Tally): Steps<DefinitionMeasure> {
  const stored = recordOf(document) ?? {};
  yield* measureAnyOf(stored['any_of'], ['any_of'], true, tally);
  if (tally.searchCost > 0) tally.boundSearch(segmentSearch);
  tally.atMost('segmentCost', Math.ceil(tally.cost), []);
  return tally.result();
}

function measureOutline(stored: StoredRecord, tally: Tally): void {
  tally.atMost('variables', listOf(stored['variables'])?.length ?? 0, ['variables']);
  tally.atMost('variations', listOf(stored['variations'])?.length ?? 0, ['variations']);
  const overrides = recordOf(stored['overrides']);
  for (const [place, variation] of (listOf(stored['variations']) ?? []).entries()) {
    for (const [placeOfValue, value] of (listOf(recordOf(variation)?.['values']) ?? []).entries()) {
      tally.atMost('valueLength', lengthOf(value), ['variations', place, 'values', placeOfValue]);
    }
  }
  if (overrides !== undefined) tally.atMost('overrides', Object.keys(overrides).length, ['overrides']);
}

function* measureTargeting(targeting: StoredRecord | undefined, tally: Tally): Steps<void> {
  const rules = listOf(targeting?.['rules']) ?? [];
  tally.rules = rules.length;
  if (!tally.atMost('rules', rules.length, ['targeting', 'rules'])) return;
  for (const [place, entry] of rules.entries()) {
    const rule = recordOf(entry);
    if (rule === undefined) continue;
    const path = ['targeting', 'rules', place];
    const isEnabled = (rule['enabled'] ?? true) === true;
    measureServing(rule, path, isEnabled, tally);
    yield* measureAnyOf(rule['any_of'], [...path, 'any_of'], isEnabled, tally);
    if (isFull(tally)) return;
    yield;
  }
  tally.cost += tally.bucketedBy.size * costs.bucketingAttribute;
  tally.atMost('bucketingAttributes', tally.bucketedBy.size, []);
}

function measureServing(rule: StoredRecord, path: Path, isEnabled: boolean, tally: Tally): void {
  const serve = recordOf(rule['serve']) ?? {};
  const stages = listOf(recordOf(rule['rollout'])?.['stages'])?.length ?? 0;
  const parts = listOf(serve['split'])?.length ?? 0;
  const names = listOf(serve['bucket_by']) ?? [];
  tally.atMost('stages', stages, [...path, 'rollout', 'stages']);
  tally.atMost('splitParts', parts, [...path, 'serve', 'split']);
  const isRead = tally.atMost('bucketByNames', names.length, [...path, 'serve', 'bucket_by']);
  if (!isEnabled) return;
  tally.cost += costs.rule;
  if (rule['rollout'] == null && serve['split'] == null) return;
  tally.cost +=
    costs.bucketing + costs.stage * stages + costs.splitPart * parts + costs.bucketByName * names.length;
  if (!isRead) return;
  for (const name of names.length === 0 ? defaultBucketByNames : names) tally.bucketedBy.add(name);
}

/** Parts of a rule that is switched off cost nothing, but have the same limits. */
function* measureAnyOf(stored: unknown, path: Path, isEnabled: boolean, tally: Tally): Steps<void> {
  for (const [place, group] of (listOf(stored) ?? []).entries()) {
    tally.groups++;
    if (isEnabled) tally.cost += costs.group;
    const allOf = listOf(recordOf(group)?.['all_of']) ?? [];
    for (const [placeInGroup, entry] of allOf.entries()) {
      const condition = recordOf(entry);
      tally.conditions++;
      if (condition !== undefined) {
        yield* measureCondition(condition, [...path, place, 'all_of', placeInGroup], isEnabled, tally);
      }
      if (isFull(tally)) return;
    }
    if (isFull(tally)) return;
  }
}

/** More than anybody may have: there is no point in counting on. */
function isFull(tally: Tally): boolean {
  const groups = tally.atMost('groups', tally.groups, []);
  const conditions = tally.atMost('conditions', tally.conditions, []);
  const operands = tally.atMost('operands', tally.operands, []);
  return !(groups && conditions && operands) || tally.hasEnough();
}

function* measureCondition(
  condition: StoredRecord,
  path: Path,
  isEnabled: boolean,
  tally: Tally,
): Steps<void> {
  const operands = listOf(condition['values']) ?? [];
  tally.operands += operands.length;
  if (!tally.atMost('conditionOperands', operands.length, [...path, 'values'])) return;
  for (const [place, operand] of operands.entries()) {
    if (typeof operand === 'string')
      tally.atMost('operandLength', operand.length, [...path, 'values', place]);
  }
  if (condition['property'] === 'segment') {
    for (const slug of operands) tally.segments.add((textOf(slug) ?? '').toLowerCase());
  }
  const programSize = yield* measurePatterns(condition, operands, [...path, 'values'], tally);
  if (!isEnabled) return;
  tally.cost += conditionCostOf(condition, operands);
  tally.searchCost += searchCostOf(condition['operator'], operands, programSize);
}

/** What a character costs in all patterns of a condition. A step of its own, for compiling them may take some milliseconds. */
function* measurePatterns(
  condition: StoredRecord,
  operands: readonly unknown[],
  path: Path,
  tally: Tally,
): Steps<number> {
  if (condition['operator'] !== 'matches' && condition['operator'] !== 'not_matches') return 0;
  const attribute = attributeOf(condition['property'], condition['custom_key']);
  const sources = operands.filter((operand) => typeof operand === 'string');
  if (attribute === undefined || sources.length < operands.length) return 0;
  for (const [place, source] of sources.entries()) {
    if (!tally.atMost('patternLength', source.length, [...path, place])) return 0;
  }
  const foldsCase = condition['ignore_case'] === true || alwaysFoldsCase(attribute);
  const pattern = sources.length === 0 ? undefined : tally.catalogue.patternOf(sources, foldsCase);
  yield;
  if (pattern === undefined) return 0;
  tally.patterns.push(pattern);
  tally.programs += pattern.size;
  tally.atMost('patternPrograms', tally.programs, []);
  tally.atMost('patternProgram', pattern.size, path);
  return pattern.weight;
}
