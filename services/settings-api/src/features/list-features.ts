import { addressPattern } from '@bunting/definitions/metadata';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { lastChangeWhere, selectServedSummaries } from '../serving/served-summaries.ts';
import { writeConditions, selectLastEvaluated, selectReferenced, type FeatureFilter } from './filters.ts';
import { orderedBy, type ListOrder, type Position } from './list-order.ts';
import { selectMetadata, selectVariables } from './queries.ts';
import type { ListedFeatureRow } from './representation.ts';

export interface ListOwners {
  readonly organisation: { readonly id: string };
  readonly project: { readonly id: string };
}

/**
 * Lists the features of a project in an order, those after `after`. The page is selected first, so that only its features are read
 * completely.
 */
export async function listFeatures(
  pool: Pool,
  { organisation, project }: ListOwners,
  filter: FeatureFilter,
  { sort, order, after, limit }: ListOrder & { readonly after: Position | undefined; readonly limit: number },
): Promise<PageRows<ListedFeatureRow>> {
  const values: unknown[] = [project.id, organisation.id, limit, addressPattern];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = writeConditions(filter, parameter);
  const expression = orderedBy(sort);
  if (after !== undefined) conditions.push(comesAfter(after, parameter));
  const inOrder = sort === 'slug' ? `ORDER BY slug ${order}` : `ORDER BY sorted_by ${order}, slug ${order}`;
  return readPageRows<ListedFeatureRow>(
    pool,
    `SELECT slug, name, description, status, ${selectMetadata('$4')}, (${selectVariables('feature')}) AS variables,
       (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY position, id), '[]')
        FROM variation WHERE feature_id = feature.id AND deleted_at IS NULL) AS variations,
       (${selectServedSummaries('feature', '$2')}) AS environments,
       (${selectLastEvaluated('feature')}) AS last_evaluated_at, (${selectReferenced('feature')}) AS referenced,
       (${lastChangeWhere('organisation_id = $2 AND feature_id = feature.id')}) AS changed, created_at, updated_at
     FROM (
       SELECT feature.id, ${expression} AS sorted_by FROM feature ${evaluatedFor(sort)}
       WHERE ${conditions.join(' AND ')} ${inOrder} LIMIT $3
     ) AS selected JOIN feature USING (id)
     ${inOrder}`,
    values,
  );
}

/** Returns the number of features that match a filter. */
export async function countFeatures(
  pool: Pool,
  project: { readonly id: string },
  filter: FeatureFilter,
): Promise<number> {
  const values: unknown[] = [project.id];
  const conditions = writeConditions(filter, (value) => `$${values.push(value)}`);
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM feature WHERE ${conditions.join(' AND ')}`,
    values,
  );
  return rows[0]?.total ?? 0;
}

/** Returns SQL that tells whether a feature comes after a position. */
function comesAfter({ sort, order, value, slug }: Position, parameter: (value: unknown) => string): string {
  const sign = order === 'asc' ? '>' : '<';
  if (sort === 'slug') return `feature.slug ${sign} ${parameter(slug)}`;
  const from =
    sort === 'name'
      ? `lower(${parameter(value)}::text COLLATE "und-x-icu")`
      : `${parameter(value)}::timestamptz`;
  return `(${orderedBy(sort)}, feature.slug) ${sign} (${from}, ${parameter(slug)})`;
}

/**
 * Returns SQL: all features that were requested by name with the last time, in one pass; looking at each separately takes three times as
 * long.
 */
function evaluatedFor(sort: ListOrder['sort']): string {
  if (sort !== 'last_evaluated_at') return '';
  return `LEFT JOIN (
    SELECT variable.feature_id, max(last_at) AS at
    FROM evaluation_rollup JOIN variable ON variable.id = variable_id AND deleted_at IS NULL
    WHERE environment_id IN (SELECT id FROM environment WHERE project_id = $1) AND span = 'ever' AND asked = 0
    GROUP BY variable.feature_id
  ) AS evaluated ON evaluated.feature_id = feature.id`;
}
