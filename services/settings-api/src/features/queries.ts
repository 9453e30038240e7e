import { addressPattern, permanentKinds, storedOwner } from '@bunting/definitions/metadata';
import { storedSlug } from '@bunting/definitions';
import type { Pool, PoolClient } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { withTimes } from '../framework/schemas.ts';
import type { FeatureRepresentation, FeatureRow, ListedFeatureRow } from './representation.ts';

/** Reads a feature with one statement, so that all its parts are of one moment. Undefined = it was deleted. */
export async function readFeatureRepresentation(
  client: Pool | PoolClient,
  featureId: string,
): Promise<FeatureRepresentation | undefined> {
  const { rows } = await client.query<FeatureRow<FeatureRepresentation>>({
    name: 'settings-feature',
    text: `
      SELECT slug, name, description, status, ${metadataOf('$2')}, (${variablesOf('feature')}) AS variables,
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

/** SQL: the metadata of a feature. `pattern` is a parameter: what an owner matches who is an address. */
const metadataOf = (pattern: string) => `kind, tags, owners,
  ARRAY(
    SELECT owner FROM unnest(owners) WITH ORDINALITY AS given (owner, position)
    WHERE owner ~ ${pattern}::text AND NOT EXISTS (
      SELECT FROM project JOIN member ON member.organisation_id = project.organisation_id
      JOIN account ON account.id = member.account_id
      WHERE project.id = feature.project_id AND account.email = owner)
    ORDER BY position) AS gone_owners,
  links, permanent, to_char(expected_until, 'YYYY-MM-DD') AS expected_until,
  to_char(snoozed_until, 'YYYY-MM-DD') AS snoozed_until, manager`;

/** SQL: the variables of a feature, in the order in which they were made. */
function variablesOf(feature: string): string {
  return `SELECT coalesce(json_agg(json_build_object('slug', slug, 'type', type, 'client', client,
      'description', description, 'constraints', constraints) ORDER BY id), '[]')
    FROM variable WHERE feature_id = ${feature}.id AND deleted_at IS NULL`;
}

export interface FeatureFilter {
  readonly status?: string | undefined;
  /** Part of a slug, a name, a description or a variable's slug, in any case. */
  readonly text?: string | undefined;
  /** In any case. */
  readonly tag?: string | undefined;
  /** An address in any case, or a label. */
  readonly owner?: string | undefined;
  readonly kind?: string | undefined;
  /** Whether it is meant to stay, also by its kind. */
  readonly permanent?: boolean | undefined;
  /** Only features that no code has asked for by name since then, in any environment. */
  readonly notEvaluatedSince?: Date | undefined;
}

/**
 * SQL: when code last asked for a variable of a feature by name, in any environment of its project. The inner sub-query makes PostgreSQL
 * look into the index for each variable and environment; with a join it reads the counts of all features.
 */
function lastEvaluatedOf(feature: string): string {
  return `SELECT max(ever.last_at) FROM variable
    JOIN environment ON environment.project_id = variable.project_id
    CROSS JOIN LATERAL (
      SELECT max(last_at) AS last_at FROM evaluation_rollup
      WHERE environment_id = environment.id AND span = 'ever' AND variable_id = variable.id AND asked = 0
    ) AS ever
    WHERE variable.feature_id = ${feature}.id AND variable.deleted_at IS NULL`;
}

/** The features of a project by slug, those after `after`. The page is selected first, so that only its features are read whole. */
export async function listFeatures(
  pool: Pool,
  project: { readonly id: string },
  { status, text, tag, owner, kind, permanent, notEvaluatedSince }: FeatureFilter,
  { after, limit, withLastEvaluated }: { after: string; limit: number; withLastEvaluated: boolean },
): Promise<PageRows<ListedFeatureRow>> {
  const values: unknown[] = [project.id, after, limit, addressPattern];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`project_id = $1 AND status <> 'deleted' AND slug > $2`];
  if (status !== undefined) conditions.push(`status = ${parameter(status)}`);
  if (text !== undefined) conditions.push(containing(parameter(text), text));
  if (tag !== undefined) conditions.push(`${parameter(storedSlug(tag))} = ANY(tags)`);
  if (owner !== undefined) conditions.push(`${parameter(storedOwner(owner))} = ANY(owners)`);
  if (kind !== undefined) conditions.push(`kind = ${parameter(kind)}`);
  if (permanent !== undefined) {
    conditions.push(
      `coalesce(permanent, kind = ANY(${parameter(permanentKinds)}::text[])) = ${parameter(permanent)}::boolean`,
    );
  }
  if (notEvaluatedSince !== undefined) {
    const since = parameter(notEvaluatedSince);
    conditions.push(`coalesce((${lastEvaluatedOf('feature')}), '-infinity') < ${since}`);
  }
  return readPageRows<ListedFeatureRow>(
    pool,
    `SELECT slug, name, description, status, ${metadataOf('$4')}, (${variablesOf('feature')}) AS variables,
       (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY position, id), '[]')
        FROM variation WHERE feature_id = feature.id AND deleted_at IS NULL) AS variations,
       ${withLastEvaluated ? `(${lastEvaluatedOf('feature')})` : 'NULL::timestamptz'} AS last_evaluated_at,
       created_at, updated_at
     FROM (SELECT * FROM feature WHERE ${conditions.join(' AND ')} ORDER BY slug LIMIT $3) AS feature
     ORDER BY slug`,
    values,
  );
}

// LIKE is not used, because the _ of a slug would have to be escaped. Slugs are stored in lower case. For names and descriptions a
// collation is named, because that of the database may know no letters but a to z. Where the text has no other letters, "C" is
// enough and takes a fifth of the time.
function containing(parameter: string, text: string): string {
  const collation = /^[\x20-\x7e]*$/.test(text) ? 'C' : 'und-x-icu';
  const lowered = (expression: string) => `lower(${expression} COLLATE "${collation}")`;
  const needle = lowered(`${parameter}::text`);
  return `(strpos(slug, ${needle}) > 0
    OR strpos(${lowered('name')}, ${needle}) > 0 OR strpos(${lowered('description')}, ${needle}) > 0
    OR id IN (SELECT feature_id FROM variable
              WHERE project_id = $1 AND deleted_at IS NULL AND strpos(slug, ${needle}) > 0))`;
}
