import type { Table } from '../rows.ts';

export const defaultVariations = {
  name: 'default_variation',
  columns: { environment_id: 'uuid', variable_id: 'uuid', variation_id: 'uuid', feature_id: 'uuid' },
  key: ['environment_id', 'variable_id'],
} as const satisfies Table<string>;

export const overrides = {
  name: 'override',
  columns: { environment_id: 'uuid', feature_id: 'uuid', user_id: 'text', variation_id: 'uuid' },
  key: ['environment_id', 'feature_id', 'user_id'],
} as const satisfies Table<string>;

export const targetings = {
  name: 'targeting',
  columns: {
    id: 'uuid',
    feature_id: 'uuid',
    environment_id: 'uuid',
    enabled: 'boolean',
    updated_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

export const targetingRules = {
  name: 'targeting_rule',
  columns: {
    id: 'uuid',
    targeting_id: 'uuid',
    position: 'integer',
    name: 'text',
    enabled: 'boolean',
    any_of: 'json',
    schedule: 'json',
    rollout: 'json',
    bucket_by: 'text[]',
  },
  key: ['id'],
} as const satisfies Table<string>;

export const ruleServings = {
  name: 'rule_serving',
  columns: {
    targeting_rule_id: 'uuid',
    position: 'integer',
    variation_id: 'uuid',
    weight_thousandths: 'integer',
  },
  key: ['targeting_rule_id', 'position'],
} as const satisfies Table<string>;

export const ruleSegments = {
  name: 'rule_segment',
  columns: { targeting_rule_id: 'uuid', segment_id: 'uuid' },
  key: ['targeting_rule_id', 'segment_id'],
} as const satisfies Table<string>;
