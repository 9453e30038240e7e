import type { Pool } from 'pg';
import type { FeatureRow, ListedFeature } from './representation.ts';
import { variablesOf } from './representation.ts';
import { readPageRows } from '../framework/http/read-page-rows.ts';
import type { PageRows } from '../framework/http/read-page-rows.ts';

export interface FeatureFilter {
  readonly status?: string | undefined;
  /** Part of a slug, a name, a description or a variable's slug, in any case. */
  readonly text?: string | undefined;
}

/** Features by slug, those after `after`. The page is cut first, so that only its features are read whole. */
export async function listFeatures(
  pool: Pool,
  project: { readonly id: string },
  { status, text }: FeatureFilter,
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<FeatureRow<ListedFeature>>> {
  const values: unknown[] = [project.id, after, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [`project_id = $1 AND status <> 'deleted' AND slug > $2`];
  if (status !== undefined) conditions.push(`status = ${parameter(status)}`);
  if (text !== undefined) conditions.push(containing(parameter(text), text));
  return readPageRows<FeatureRow<ListedFeature>>(
    pool,
    `SELECT slug, name, description, status, (${variablesOf('feature')}) AS variables,
       (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name) ORDER BY position, id), '[]')
        FROM variation WHERE feature_id = feature.id AND deleted_at IS NULL) AS variations,
       created_at, updated_at
     FROM (SELECT * FROM feature WHERE ${conditions.join(' AND ')} ORDER BY slug LIMIT $3) AS feature
     ORDER BY slug`,
    values,
  );
}

// Not LIKE: nobody should have to escape the _ of a slug. Slugs are lower-cased already; for the rest a collation is
// named, because that of the database may know of no letters but a to z. Text without others needs no more than those,
// in a fifth of the time.
function containing(parameter: string, text: string): string {
  const collation = /^[\x20-\x7e]*$/.test(text) ? 'C' : 'und-x-icu';
  const lowered = (expression: string) => `lower(${expression} COLLATE "${collation}")`;
  const needle = lowered(`${parameter}::text`);
  return `(strpos(slug, ${needle}) > 0
    OR strpos(${lowered('name')}, ${needle}) > 0 OR strpos(${lowered('description')}, ${needle}) > 0
    OR id IN (SELECT feature_id FROM variable
              WHERE project_id = $1 AND deleted_at IS NULL AND strpos(slug, ${needle}) > 0))`;
}
