import { alwaysFoldsCase, parseAttribute } from '../definition/attribute.ts';
import { defaultBucketBy } from '../definition/definition.ts';
import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import { estimateConditionCost, costs, featureSearch, estimateSearchCost, segmentSearch } from './cost.ts';
import { evaluatorsFactor, MeasureTotals, type DefinitionMeasure, type Path } from './definition-measure.ts';
import { createInternPool, type InternPool } from './intern-pool.ts';
import { finish, type Steps } from './steps.ts';
import { measureLength } from './value-store.ts';

/**
 * Measures the cost of a feature in an environment (`FeatureFragment`). `segmentCostOf` returns the cost that `measureSegment` found, by
 * lower-cased slug; `undefined` = no such segment. Never throws; malformed parts cost nothing.
 */
export function measureFeature(
  document: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  internPool: Pick<InternPool, 'patternOf'> = createInternPool(),
): DefinitionMeasure {
  return finish(measureFeatureInSteps(document, segmentCostOf, internPool));
}

/** Measures the cost of a segment (`SegmentFragment`) for each request that uses it. */
export function measureSegment(
  document: unknown,
  internPool: Pick<InternPool, 'patternOf'> = createInternPool(),
): DefinitionMeasure {
  return finish(measureSegmentDocument(document, new MeasureTotals(internPool)));
}

function* measureFeatureInSteps(
  document: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  internPool: Pick<InternPool, 'patternOf'>,
): Steps<DefinitionMeasure> {
  const stored = asRecord(document) ?? {};
  const totals = new MeasureTotals(internPool);
  measureSharedFeature(stored, totals);
  return yield* measureRules(stored['targeting'], segmentCostOf, totals);
}

/** Measures the rules of a feature for an evaluator, without the rest of the feature and without the costs of its segments. */
export function measureRulesInSteps(
  targeting: unknown,
  internPool: Pick<InternPool, 'patternOf'>,
): Steps<DefinitionMeasure> {
  return measureRules(targeting, () => 0, new MeasureTotals(internPool, evaluatorsFactor));
}

function* measureRules(
  targeting: unknown,
  segmentCostOf: (slug: string) => number | undefined,
  totals: MeasureTotals,
): Steps<DefinitionMeasure> {
  totals.cost = costs.feature;
  yield* measureTargeting(asRecord(targeting), totals);
  if (totals.searchCost > 0) totals.boundSearch(featureSearch);
  for (const slug of totals.segments) totals.cost += segmentCostOf(slug) ?? 0;
  totals.atMost('segmentsOfFeature', totals.segments.size, []);
  totals.atMost('featureCost', Math.ceil(totals.cost), []);
  return totals.result();
}

/** Measures a segment for an evaluator. */
export function measureSegmentInSteps(
  document: unknown,
  internPool: Pick<InternPool, 'patternOf'>,
): Steps<DefinitionMeasure> {
  return measureSegmentDocument(document, new MeasureTotals(internPool, evaluatorsFactor));
}

function* measureSegmentDocument(document: unknown, totals: MeasureTotals): Steps<DefinitionMeasure> {
  const stored = asRecord(document) ?? {};
  yield* measureAnyOf(stored['any_of'], ['any_of'], true, totals);
  if (totals.searchCost > 0) totals.boundSearch(segmentSearch);
  totals.atMost('segmentCost', Math.ceil(totals.cost), []);
  return totals.result();
}

function measureSharedFeature(stored: StoredRecord, totals: MeasureTotals): void {
  totals.atMost('variables', asList(stored['variables'])?.length ?? 0, ['variables']);
  totals.atMost('variations', asList(stored['variations'])?.length ?? 0, ['variations']);
  const overrides = asRecord(stored['overrides']);
  for (const [index, variation] of (asList(stored['variations']) ?? []).entries()) {
    for (const [valueIndex, value] of (asList(asRecord(variation)?.['values']) ?? []).entries()) {
      totals.atMost('valueLength', measureLength(value), ['variations', index, 'values', valueIndex]);
    }
  }
  if (overrides !== undefined) totals.atMost('overrides', Object.keys(overrides).length, ['overrides']);
}

function* measureTargeting(targeting: StoredRecord | undefined, totals: MeasureTotals): Steps<void> {
  const prerequisites = asList(targeting?.['prerequisites'])?.length ?? 0;
  totals.cost += costs.prerequisite * prerequisites;
  totals.atMost('prerequisites', prerequisites, ['targeting', 'prerequisites']);
  const rules = asList(targeting?.['rules']) ?? [];
  totals.rules = rules.length;
  if (!totals.atMost('rules', rules.length, ['targeting', 'rules'])) return;
  for (const [index, entry] of rules.entries()) {
    const rule = asRecord(entry);
    if (rule === undefined) continue;
    const path = ['targeting', 'rules', index];
    const isEnabled = (rule['enabled'] ?? true) === true;
    measureServing(rule, path, isEnabled, totals);
    yield* measureAnyOf(rule['any_of'], [...path, 'any_of'], isEnabled, totals);
    if (isFull(totals)) return;
    yield;
  }
  totals.longKeyCost = totals.bucketedBy.size * costs.bucketingAttribute;
  totals.cost += totals.longKeyCost;
  totals.atMost('bucketingAttributes', totals.bucketedBy.size, []);
}

function measureServing(rule: StoredRecord, path: Path, isEnabled: boolean, totals: MeasureTotals): void {
  const serve = asRecord(rule['serve']) ?? {};
  const stages = asList(asRecord(rule['rollout'])?.['stages'])?.length ?? 0;
  const parts = asList(serve['split'])?.length ?? 0;
  const names = asList(serve['bucket_by']) ?? [];
  totals.atMost('stages', stages, [...path, 'rollout', 'stages']);
  totals.atMost('splitParts', parts, [...path, 'serve', 'split']);
  const isRead = totals.atMost('bucketByNames', names.length, [...path, 'serve', 'bucket_by']);
  if (!isEnabled) return;
  totals.cost += costs.rule;
  if (rule['rollout'] == null && serve['split'] == null) return;
  totals.cost +=
    costs.bucketing + costs.stage * stages + costs.splitPart * parts + costs.bucketByName * names.length;
  if (!isRead) return;
  for (const name of names.length === 0 ? defaultBucketBy : names) {
    if (typeof name === 'string') totals.bucketedBy.add(name);
  }
}

/** Measures groups. Conditions of a disabled rule cost nothing but have the same limits. */
function* measureAnyOf(stored: unknown, path: Path, isEnabled: boolean, totals: MeasureTotals): Steps<void> {
  for (const [index, group] of (asList(stored) ?? []).entries()) {
    totals.groups++;
    if (isEnabled) totals.cost += costs.group;
    const allOf = asList(asRecord(group)?.['all_of']) ?? [];
    for (const [indexInGroup, entry] of allOf.entries()) {
      const condition = asRecord(entry);
      totals.conditions++;
      if (condition !== undefined) {
        yield* measureCondition(condition, [...path, index, 'all_of', indexInGroup], isEnabled, totals);
      }
      if (isFull(totals)) return;
    }
    if (isFull(totals)) return;
  }
}

/** Returns whether a limit is exceeded so far that counting further is pointless. */
function isFull(totals: MeasureTotals): boolean {
  const groups = totals.atMost('groups', totals.groups, []);
  const conditions = totals.atMost('conditions', totals.conditions, []);
  const operands = totals.atMost('operands', totals.operands, []);
  return !(groups && conditions && operands) || totals.hasEnough();
}

function* measureCondition(
  condition: StoredRecord,
  path: Path,
  isEnabled: boolean,
  totals: MeasureTotals,
): Steps<void> {
  const operands = asList(condition['values']) ?? [];
  totals.operands += operands.length;
  if (!totals.atMost('conditionOperands', operands.length, [...path, 'values'])) return;
  for (const [index, operand] of operands.entries()) {
    if (typeof operand === 'string')
      totals.atMost('operandLength', operand.length, [...path, 'values', index]);
  }
  if (condition['property'] === 'segment') {
    for (const slug of operands) totals.segments.add((asText(slug) ?? '').toLowerCase());
  }
  const programSize = yield* measurePatterns(condition, operands, [...path, 'values'], totals);
  if (!isEnabled) return;
  totals.cost += estimateConditionCost(condition, operands);
  totals.searchCost += estimateSearchCost(condition['operator'], operands, programSize);
}

/**
 * Returns the cost per character of all patterns of a condition. A separate step, because compiling them may take some
 * milliseconds.
 */
function* measurePatterns(
  condition: StoredRecord,
  operands: readonly unknown[],
  path: Path,
  totals: MeasureTotals,
): Steps<number> {
  if (condition['operator'] !== 'matches' && condition['operator'] !== 'not_matches') return 0;
  const attribute = parseAttribute(condition['property'], condition['custom_key']);
  const sources = operands.filter((operand) => typeof operand === 'string');
  if (attribute === undefined || sources.length < operands.length) return 0;
  for (const [index, source] of sources.entries()) {
    if (!totals.atMost('patternLength', source.length, [...path, index])) return 0;
  }
  const foldsCase = condition['ignore_case'] === true || alwaysFoldsCase(attribute);
  const pattern = sources.length === 0 ? undefined : totals.internPool.patternOf(sources, foldsCase);
  yield;
  if (pattern === undefined) return 0;
  totals.patterns.push(pattern);
  totals.programs += pattern.size;
  totals.atMost('patternPrograms', totals.programs, []);
  totals.atMost('patternProgram', pattern.size, path);
  return pattern.weight;
}
