import { tableOf } from '../rows.ts';

export const defaultVariations = tableOf('default_variation', [
  'environment_id',
  'variable_id',
  'variation_id',
  'feature_id',
]);

/** Their notes are written apart: they are no part of what is served. */
export const overrides = tableOf('override', [
  'environment_id',
  'feature_id',
  'user_id',
  'variation_id',
  'created_by',
  'created_at',
]);

export const targetings = tableOf('targeting', [
  'id',
  'feature_id',
  'environment_id',
  'enabled',
  'updated_at',
]);

export const targetingRules = tableOf('targeting_rule', [
  'id',
  'targeting_id',
  'rule_id',
  'position',
  'name',
  'enabled',
  'any_of',
  'schedule',
  'rollout',
  'bucket_by',
]);

export const ruleServings = tableOf('rule_serving', [
  'targeting_rule_id',
  'position',
  'variation_id',
  'weight_thousandths',
]);

export const ruleSegments = tableOf('rule_segment', ['targeting_rule_id', 'segment_id']);
