import { parseBucketingAttribute, type Attribute } from '../definition/attribute.ts';
import { defaultBucketBy } from '../definition/definition.ts';
import { readEvery, asList, asRecord, type StoredRecord } from '../definition/stored.ts';
import type { Rollout } from '../model/rollout.ts';
import type { Rule } from '../model/rule.ts';
import { byBuckets, nothingServed, packServed } from '../model/served.ts';
import { onlyVariation, type Split } from '../model/split.ts';
import { compileRollout } from './compile-rollout.ts';
import { compileSchedule } from './compile-schedule.ts';
import { compileSplit } from './compile-split.ts';

const defaultAttributes = defaultBucketBy.map(parseBucketingAttribute) as readonly Attribute[];

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

  const serve = asRecord(stored['serve']) ?? {};
  const split = serve['split'] == null ? undefined : compileSplit(serve['split'], variationIndexOf);
  const variation = serve['variation'] == null ? undefined : variationIndexOf(serve['variation']);
  // Exactly one of the two is required.
  if ((split === undefined) === (variation === undefined)) return undefined;
  if (serve['split'] != null && serve['variation'] != null) return undefined;

  const names = asList(serve['bucket_by'] ?? []);
  const bucketBy = names && readEvery(names, parseBucketingAttribute);
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
  return rollout === undefined ? packServed(variation) : byBuckets(packServed(variation));
}

function servedBySplit(split: Split | undefined): number {
  const only = split && onlyVariation(split);
  return only === undefined ? nothingServed : byBuckets(packServed(only));
}
