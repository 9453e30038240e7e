import { addressPattern } from '@bunting/definitions/metadata';
import { storedSlug } from '@bunting/definitions';
import type { Pool, PoolClient } from 'pg';
import { withTimes } from '../framework/schemas.ts';
import type { FeatureRepresentation, FeatureRow } from './representation.ts';

/** Reads a feature with one statement, so that all its parts are of one moment. Undefined = it was deleted. */
export async function readFeatureRepresentation(
  client: Pool | PoolClient,
  featureId: string,
): Promise<FeatureRepresentation | undefined> {
  const { rows } = await client.query<FeatureRow<FeatureRepresentation>>({
    name: 'settings-feature',
    text: `
      SELECT slug, name, description, status, ${selectMetadata('$2')}, (${selectVariables('feature')}) AS variables,
        (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'values', (
          SELECT coalesce(json_object_agg(variable.slug, value ORDER BY variable.id), '{}')
          FROM variation_value JOIN variable ON variable.id = variable_id AND deleted_at IS NULL
          WHERE variation_id = variation.id)) ORDER BY position, id), '[]')
        FROM variation WHERE feature_id = feature.id AND deleted_at IS NULL) AS variations,
        created_at, updated_at
      FROM feature WHERE id = $1 AND status <> 'deleted'`,
    values: [featureId, addressPattern],
  });
  return rows[0] && withTimes(rows[0]);
}

/**
 * Returns SQL for the metadata of a feature. `pattern` is a parameter: the pattern of an owner that is an address.
 */
export const selectMetadata = (pattern: string) => `kind, tags, owners,
  ARRAY(
    SELECT owner FROM unnest(owners) WITH ORDINALITY AS given (owner, position)
    WHERE owner ~ ${pattern}::text AND NOT EXISTS (
      SELECT FROM project JOIN member ON member.organisation_id = project.organisation_id
      JOIN account ON account.id = member.account_id
      WHERE project.id = feature.project_id AND account.email = owner)
    ORDER BY position) AS gone_owners,
  links, permanent, to_char(expected_until, 'YYYY-MM-DD') AS expected_until,
  to_char(snoozed_until, 'YYYY-MM-DD') AS snoozed_until, manager`;

/** Returns SQL for the variables of a feature, in the order of creation. */
export function selectVariables(feature: string): string {
  return `SELECT coalesce(json_agg(json_build_object('slug', slug, 'type', type, 'client', client,
      'description', description, 'constraints', constraints) ORDER BY id), '[]')
    FROM variable WHERE feature_id = ${feature}.id AND deleted_at IS NULL`;
}

/** Finds the environment of a project by its slug in any case; undefined = there is none. */
export async function findEnvironmentId(
  pool: Pool,
  project: { readonly id: string },
  slug: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM environment WHERE project_id = $1 AND slug = $2',
    [project.id, storedSlug(slug)],
  );
  return rows[0]?.id;
}
