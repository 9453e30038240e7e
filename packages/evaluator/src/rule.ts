import { bucketingAttributeOf, slotOf, type Attribute } from './attribute.ts';
import { bucketCount, type Salting } from './bucket.ts';
import type { EvaluationContext } from './context.ts';
import { defaultBucketBy } from './definition.ts';
import { compileRollout, rolloutLimit, type Rollout } from './rollout.ts';
import { compileSplit, onlyVariation, variationOfBucket, type Split } from './split.ts';
import { compileSchedule, isOpen, type Schedule } from './schedule.ts';
import { byBuckets, nothingServed, servedOf } from './served.ts';
import { everyOf, listOf, recordOf, type StoredRecord } from './compile/stored.ts';

/** The serving of a rule to users who match. Variations are indexes into those of the feature. */
export interface Rule {
  readonly schedule: Schedule | undefined;
  readonly rollout: Rollout | undefined;
  /** The served variation, unless buckets decide it (served.ts): `nothingServed` for such a split. */
  readonly serves: number;
  readonly split: Split | undefined;
  readonly bucketBy: readonly Attribute[];
}

const defaultAttributes = defaultBucketBy.map(bucketingAttributeOf) as readonly Attribute[];

/** Compiles all of a stored rule but its conditions; `undefined` = it is disabled or malformed and never serves. */
export function compileRule(
  stored: StoredRecord,
  variationIndexOf: (slug: unknown) => number | undefined,
): Rule | undefined {
  if ((stored['enabled'] ?? true) !== true) return undefined;
  const schedule = stored['schedule'] == null ? undefined : compileSchedule(stored['schedule']);
  if (stored['schedule'] != null && schedule === undefined) return undefined;

  const rollout = stored['rollout'] == null ? undefined : compileRollout(stored['rollout']);
  if (stored['rollout'] != null && rollout === undefined) return undefined;

  const serve = recordOf(stored['serve']) ?? {};
  const split = serve['split'] == null ? undefined : compileSplit(serve['split'], variationIndexOf);
  const variation = serve['variation'] == null ? undefined : variationIndexOf(serve['variation']);
  // Exactly one of the two is required.
  if ((split === undefined) === (variation === undefined)) return undefined;
  if (serve['split'] != null && serve['variation'] != null) return undefined;

  const names = listOf(serve['bucket_by'] ?? []);
  const bucketBy = names && everyOf(names, bucketingAttributeOf);
  if (bucketBy === undefined) return undefined;
  return {
    schedule,
    rollout,
    serves: variation === undefined ? servedBySplit(split) : servesOf(variation, rollout),
    split,
    bucketBy: bucketBy.length === 0 ? defaultAttributes : bucketBy,
  };
}

function servesOf(variation: number, rollout: Rollout | undefined): number {
  return rollout === undefined ? servedOf(variation) : byBuckets(servedOf(variation));
}

function servedBySplit(split: Split | undefined): number {
  const only = split && onlyVariation(split);
  return only === undefined ? nothingServed : byBuckets(servedOf(only));
}

/**
 * Returns the variation that a matching rule serves (served.ts). A user needs a bucketing key only where buckets differ (decisions §1.3):
 * neither for a rollout of 0 % or 100 %, nor for a split of which one variation has everything.
 */
export function serveRule(rule: Rule, salting: Salting, context: EvaluationContext, now: number): number {
  const { schedule, rollout, split } = rule;
  if (schedule !== undefined && !isOpen(schedule, now)) return nothingServed;
  if (rollout === undefined && split === undefined) return rule.serves;
  const limit = rollout === undefined ? bucketCount : rolloutLimit(rollout, now);
  if (limit <= 0) return nothingServed;
  const includesAll = limit >= bucketCount;
  if (includesAll && rule.serves !== nothingServed) return rule.serves;
  const key = bucketingKeyOf(rule.bucketBy, context);
  if (key === undefined) return nothingServed;
  if (!includesAll && context.bucketOf(salting, 'rollout', key) >= limit) return nothingServed;
  if (split === undefined || rule.serves !== nothingServed) return rule.serves;
  return byBuckets(servedOf(variationOfBucket(split, context.bucketOf(salting, 'split', key))));
}

/**
 * Returns the first present attribute. An e-mail address is lower-cased, as everywhere; other attributes are used exactly as sent, so that a
 * bucket can be recomputed from the request alone. A number becomes its decimal string, as for `user.id`. An empty string counts as missing.
 */
export function bucketingKeyOf(
  bucketBy: readonly Attribute[],
  context: EvaluationContext,
): string | undefined {
  for (let index = 0; index < bucketBy.length; index++) {
    const attribute = bucketBy[index] as Attribute;
    const value = context.valueOf(attribute);
    if (typeof value === 'string' && value !== '') {
      return attribute.slot === slotOf.email ? context.lowerCaseOf(attribute, value) : value;
    }
    if (typeof value === 'number') return context.decimalOf(attribute, value);
  }
  return undefined;
}
