import { indexOfSlug } from '../compile/compile-feature.ts';
import { compileRule } from '../compile/compile-rule.ts';
import { defaultBucketBy } from '../definition/definition.ts';
import { asList, asRecord, asText } from '../definition/stored.ts';
import { findBucketingKey, serveRule } from '../evaluate/serve-rule.ts';
import { rolloutLimit } from '../model/rollout.ts';
import type { Rule } from '../model/rule.ts';
import { isOpen } from '../model/schedule.ts';
import { nothingServed, unpackVariation } from '../model/served.ts';
import type { SharedFeature } from '../model/shared-feature.ts';
import { onlyVariation, type Split } from '../model/split.ts';
import { bucketAfter, bucketCount, createSalting } from '../values/bucket.ts';
import { matchesAnyGroup, explainAnyOf, type Dependencies } from './explain-any-of.ts';
import type { RangeExplanation, RuleExplanation, RuleOutcome } from './explanation.ts';
import { cut } from './formatting.ts';

/** Returns whether a rule matches and serves, without an explanation. */
export function ruleServes(
  entry: unknown,
  shared: SharedFeature,
  dependencies: Dependencies,
  now: number,
): boolean {
  const stored = asRecord(entry) ?? {};
  const rule = compileRule(stored, (slug) => indexOfSlug(shared.variations, slug));
  if (rule === undefined || !matchesAnyGroup(stored['any_of'], dependencies)) return false;
  return serveRule(rule, createSalting(shared.salt), dependencies.context, now) !== nothingServed;
}

/** Explains one rule on its own. The caller adds its number and whether it decides. */
export function explainRule(
  entry: unknown,
  shared: SharedFeature,
  dependencies: Dependencies,
  now: number,
): Omit<RuleExplanation, 'number' | 'decides'> {
  const stored = asRecord(entry) ?? {};
  const enabled = (stored['enabled'] ?? true) === true;
  const variationIndexOf = (slug: unknown): number | undefined => indexOfSlug(shared.variations, slug);
  // A disabled rule is explained, too: what would it do if it were enabled?
  const rule = compileRule({ ...stored, enabled: true }, variationIndexOf);
  const { matches, groups, groupsOmitted } = explainAnyOf(stored['any_of'], dependencies);
  const salting = createSalting(shared.salt);
  const served =
    rule === undefined || !enabled || !matches
      ? nothingServed
      : serveRule(rule, salting, dependencies.context, now);

  const names = asList(asRecord(stored['serve'])?.['bucket_by']) ?? [];
  const bucketing =
    rule && explainBucketing(rule, names.length === 0 ? defaultBucketBy : (names as string[]), dependencies);
  const key = bucketing?.key ?? undefined;
  const rollout = rule?.rollout;
  const rolloutBucket = key === undefined ? null : bucketAfter(salting.rollout, key);
  const limit = rollout === undefined ? bucketCount : rolloutLimit(rollout, now);
  // At 100 % everybody is in, at 0 % nobody, whether or not they have a bucket.
  const passes = limit >= bucketCount || (rolloutBucket !== null && rolloutBucket < limit);
  return {
    id: asText(stored['id']) ?? null,
    name: cut(asText(stored['name']) ?? ''),
    enabled,
    outcome: outcomeOf({
      enabled,
      rule,
      matches,
      serves: served !== nothingServed,
      isOut: key !== undefined || limit <= 0,
      now,
    }),
    serves: served === nothingServed ? null : (shared.variations[unpackVariation(served)]?.slug ?? null),
    matches,
    any_of: groups,
    ...(groupsOmitted > 0 && { groups_omitted: groupsOmitted }),
    schedule: explainSchedule(rule, stored['schedule'], now),
    bucketing:
      bucketing === undefined || bucketing === null
        ? null
        : { ...bucketing, key: bucketing.key === null ? null : cut(bucketing.key) },
    rollout: rollout === undefined ? null : { percentage: limit / 1000, bucket: rolloutBucket, passes },
    split:
      rule?.split === undefined
        ? null
        : explainSplit(rule.split, shared, key === undefined ? null : bucketAfter(salting.split, key)),
  };
}

/** Returns the outcome of a rule, checking in the order of evaluation. */
function outcomeOf(found: {
  readonly enabled: boolean;
  readonly rule: Rule | undefined;
  readonly matches: boolean;
  readonly serves: boolean;
  /** If it does not serve, that is because of its rollout, and not because the user has no bucket. */
  readonly isOut: boolean;
  readonly now: number;
}): RuleOutcome {
  const { enabled, rule, matches, serves, isOut, now } = found;
  if (!enabled) return 'disabled';
  if (rule === undefined) return 'malformed';
  if (!matches) return 'not_matched';
  if (serves) return 'serves';
  if (rule.schedule !== undefined && !isOpen(rule.schedule, now)) return 'outside_schedule';
  return isOut ? 'outside_rollout' : 'no_bucketing_key';
}

function explainSchedule(rule: Rule | undefined, stored: unknown, now: number): RuleExplanation['schedule'] {
  if (rule?.schedule === undefined) return null;
  const ends = asRecord(stored);
  const closed = now < rule.schedule.from ? 'early' : 'over';
  return {
    from: asText(ends?.['from']) ?? null,
    to: asText(ends?.['to']) ?? null,
    state: isOpen(rule.schedule, now) ? 'open' : closed,
  };
}

function explainBucketing(
  { rollout, split, bucketBy }: Rule,
  names: readonly string[],
  { context }: Dependencies,
): RuleExplanation['bucketing'] {
  if (rollout === undefined && split === undefined) return null;
  const index = bucketBy.findIndex((attribute) => findBucketingKey([attribute], context) !== undefined);
  return {
    bucket_by: names.map(cut),
    attribute: index === -1 ? null : cut(names[index] ?? ''),
    key: findBucketingKey(bucketBy, context) ?? null,
  };
}

function explainSplit(
  split: Split,
  { variations }: SharedFeature,
  bucket: number | null,
): RuleExplanation['split'] {
  // Without a bucket a user is in the range that has all of them, if there is one.
  const needed = bucket === null && onlyVariation(split) !== undefined ? 0 : bucket;
  const hit = needed === null ? undefined : split.find(({ end }) => needed < end);
  let from = 0;
  const ranges = split.map((share): RangeExplanation => {
    const range = {
      variation: variations[share.variation]?.slug ?? '',
      weight: (share.end - from) / 1000,
      from,
      below: share.end,
      hit: share === hit,
    };
    from = share.end;
    return range;
  });
  return { bucket, ranges };
}
