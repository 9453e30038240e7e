import { featureStatuses, strictRecord, variableTypes } from '@bunting/definitions';
import type { FeatureStatus } from '@bunting/definitions';
import type { JsonValue } from '@bunting/evaluator';
import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { timeSchema, withTimes } from '../framework/times.ts';
import { stringEnum } from '../framework/schemas.ts';

/** Those that a feature may be seen in; a deleted one is not there. */
export const visibleStatuses = featureStatuses.filter(
  (status): status is Exclude<FeatureStatus, 'deleted'> => status !== 'deleted',
);

export const variableSchema = Type.Object({ slug: Type.String(), type: stringEnum(variableTypes) });

export const variationSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  values: strictRecord(Type.Unsafe<JsonValue>({ description: 'a value of the type of the variable' })),
});

const properties = {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  status: stringEnum(visibleStatuses),
  variables: Type.Array(variableSchema),
};

const times = {
  created_at: timeSchema,
  /** When it, one of its variables or one of its variations last changed. */
  updated_at: timeSchema,
};

/** The salt is not shown: nobody could do anything with it (decisions §1.3). It is in the export. */
export const featureSchema = Type.Object({
  ...properties,
  variations: Type.Array(variationSchema),
  ...times,
});

/** In a list: all but the values, which may be long. */
export const listedFeatureSchema = Type.Object({
  ...properties,
  variations: Type.Array(Type.Object({ slug: Type.String(), name: Type.String() })),
  ...times,
});

export type FeatureRepresentation = Static<typeof featureSchema>;
export type ListedFeature = Static<typeof listedFeatureSchema>;

export type FeatureRow<Representation> = Omit<Representation, 'created_at' | 'updated_at'> & {
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** A feature as it is shown, read with one statement: its parts are of one moment. */
export async function readFeatureRepresentation(
  client: Pool | PoolClient,
  featureId: string,
): Promise<FeatureRepresentation | undefined> {
  const { rows } = await client.query<FeatureRow<FeatureRepresentation>>({
    name: 'settings-feature',
    text: `
      SELECT slug, name, description, status, (${variablesOf('feature')}) AS variables,
        (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'values', (
          SELECT coalesce(json_object_agg(variable.slug, value ORDER BY variable.id), '{}')
          FROM variation_value JOIN variable ON variable.id = variable_id AND deleted_at IS NULL
          WHERE variation_id = variation.id)) ORDER BY position, id), '[]')
        FROM variation WHERE feature_id = feature.id AND deleted_at IS NULL) AS variations,
        created_at, updated_at
      FROM feature WHERE id = $1 AND status <> 'deleted'`,
    values: [featureId],
  });
  return rows[0] && withTimes(rows[0]);
}

/** SQL: the variables of a feature, in the order in which they were made. */
export function variablesOf(feature: string): string {
  return `SELECT coalesce(json_agg(json_build_object('slug', slug, 'type', type) ORDER BY id), '[]')
    FROM variable WHERE feature_id = ${feature}.id AND deleted_at IS NULL`;
}
