import { defineTable } from '../rows.ts';

export const defaultVariations = defineTable('default_variation', [
  'environment_id',
  'variable_id',
  'variation_id',
  'feature_id',
]);

/** Their notes are written apart: they are no part of what is served. */
export const overrides = defineTable('override', [
  'environment_id',
  'feature_id',
  'user_id',
  'variation_id',
  'created_by',
  'created_at',
]);

export const targetings = defineTable('targeting', [
  'id',
  'feature_id',
  'environment_id',
  'enabled',
  'updated_at',
]);

export const targetingRules = defineTable('targeting_rule', [
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

export const ruleServings = defineTable('rule_serving', [
  'targeting_rule_id',
  'position',
  'variation_id',
  'weight_thousandths',
]);

export const prerequisites = defineTable('targeting_prerequisite', [
  'targeting_id',
  'position',
  'variable_id',
]);

export const prerequisiteVariations = defineTable('prerequisite_variation', [
  'targeting_id',
  'position',
  'rank',
  'variation_id',
]);

export const ruleSegments = defineTable('rule_segment', ['targeting_rule_id', 'segment_id']);
