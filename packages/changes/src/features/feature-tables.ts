import type { Table } from '../rows.ts';

export const features = {
  name: 'feature',
  columns: {
    id: 'uuid',
    project_id: 'uuid',
    slug: 'text',
    name: 'text',
    description: 'text',
    status: 'text',
    salt: 'text',
    updated_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

export const variables = {
  name: 'variable',
  columns: {
    id: 'uuid',
    feature_id: 'uuid',
    project_id: 'uuid',
    slug: 'text',
    type: 'text',
    updated_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

export const variations = {
  name: 'variation',
  columns: {
    id: 'uuid',
    feature_id: 'uuid',
    slug: 'text',
    name: 'text',
    position: 'integer',
    updated_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

export const variationValues = {
  name: 'variation_value',
  columns: { variation_id: 'uuid', variable_id: 'uuid', feature_id: 'uuid', value: 'json' },
  key: ['variation_id', 'variable_id'],
} as const satisfies Table<string>;
