import { defineTable } from '../rows.ts';

export const features = defineTable('feature', [
  'id',
  'project_id',
  'slug',
  'name',
  'description',
  'status',
  'salt',
  'kind',
  'tags',
  'owners',
  'links',
  'permanent',
  'expected_until',
  'snoozed_until',
  'manager',
  'updated_at',
]);

export const variables = defineTable('variable', [
  'id',
  'feature_id',
  'project_id',
  'slug',
  'type',
  'client',
  'description',
  'constraints',
  'deleted_at',
  'updated_at',
]);

export const variations = defineTable('variation', [
  'id',
  'feature_id',
  'slug',
  'name',
  'position',
  'deleted_at',
  'updated_at',
]);

export const variationValues = defineTable('variation_value', [
  'variation_id',
  'variable_id',
  'feature_id',
  'value',
]);
