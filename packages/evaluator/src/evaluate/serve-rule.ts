import type { EvaluationContext } from '../context/context.ts';
import { slotOf, type Attribute } from '../definition/attribute.ts';
import { rolloutLimit } from '../model/rollout.ts';
import type { Rule } from '../model/rule.ts';
import { isOpen } from '../model/schedule.ts';
import { byBuckets, nothingServed, packServed } from '../model/served.ts';
import { variationOfBucket } from '../model/split.ts';
import { bucketCount, type Salting } from '../values/bucket.ts';

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
  const key = findBucketingKey(rule.bucketBy, context);
  if (key === undefined) return nothingServed;
  if (!includesAll && context.bucketOf(salting, 'rollout', key) >= limit) return nothingServed;
  if (split === undefined || rule.serves !== nothingServed) return rule.serves;
  return byBuckets(packServed(variationOfBucket(split, context.bucketOf(salting, 'split', key))));
}

/**
 * Returns the first present attribute. An e-mail address is lower-cased, as everywhere; other attributes are used exactly as sent, so that a
 * bucket can be recomputed from the request alone. A number becomes its decimal string, as for `user.id`. An empty string counts as missing.
 */
export function findBucketingKey(
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
