import type { JsonValue } from '@bunting/evaluator/definition';
import type { PoolClient } from 'pg';
import { groupBy } from '../group-by.ts';
import type { FeatureState, VariableState, VariationState } from './feature-state.ts';

/** Reads the ids of all features of a project by slug, to choose those to read with `readFeatures`. */
export async function readFeatureIds(
  { client }: { readonly client: PoolClient },
  project: { readonly id: string },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; id: string }>(
    `SELECT slug, id FROM feature WHERE project_id = $1 AND status <> 'deleted' ORDER BY id`,
    [project.id],
  );
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Reads any number of features with three queries. Unknown and deleted ids are left out. */
export async function readFeatures(
  { client }: { readonly client: PoolClient },
  ids: readonly string[],
): Promise<FeatureState[]> {
  if (ids.length === 0) return [];
  const features = await client.query<Omit<FeatureState, 'variables' | 'variations'>>(
    `SELECT id, slug, name, description, status, salt, kind, tags, owners, links, permanent,
       to_char(expected_until, 'YYYY-MM-DD') AS "expectedUntil",
       to_char(snoozed_until, 'YYYY-MM-DD') AS "snoozedUntil", manager
     FROM feature WHERE id = ANY($1) AND status <> 'deleted' ORDER BY id`,
    [ids],
  );
  const variables = await client.query<VariableState & { featureId: string }>(
    `SELECT id, feature_id AS "featureId", slug, type, client, description, constraints FROM variable
     WHERE feature_id = ANY($1) AND deleted_at IS NULL ORDER BY id`,
    [ids],
  );
  const variations = await client.query<VariationRow>(
    `SELECT variation.id, variation.feature_id AS "featureId", variation.slug, variation.name,
            array_remove(array_agg(value.variable_id), NULL) AS "variableIds",
            json_agg(value.value) FILTER (WHERE value.variable_id IS NOT NULL) AS values
     FROM variation LEFT JOIN variation_value value ON value.variation_id = variation.id
     WHERE variation.feature_id = ANY($1) AND variation.deleted_at IS NULL
     GROUP BY variation.id ORDER BY variation.position, variation.id`,
    [ids],
  );
  const variablesOf = groupBy(variables.rows, ({ featureId }) => featureId);
  const variationsOf = groupBy(variations.rows, ({ featureId }) => featureId);
  return features.rows.map((feature) => ({
    ...feature,
    variables: (variablesOf.get(feature.id) ?? []).map(({ featureId: _feature, ...variable }) => variable),
    variations: (variationsOf.get(feature.id) ?? []).map(toVariation),
  }));
}

/** Reads which features have the variables in `slugs`: slug of the variable → slug of the feature. Ignores the features with an id in `without`. */
export async function readVariableOwners(
  { client }: { readonly client: PoolClient },
  project: { readonly id: string },
  slugs: readonly string[],
  { without }: { without: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ slug: string; owner: string }>(
    `SELECT variable.slug, feature.slug AS owner FROM variable JOIN feature ON feature.id = variable.feature_id
     WHERE variable.project_id = $1 AND variable.deleted_at IS NULL
       AND variable.slug = ANY($2) AND feature.id <> ALL($3)`,
    [project.id, slugs, without],
  );
  return new Map(rows.map(({ slug, owner }) => [slug, owner]));
}

interface VariationRow {
  readonly id: string;
  readonly featureId: string;
  readonly slug: string;
  readonly name: string;
  readonly variableIds: readonly string[];
  readonly values: readonly JsonValue[] | null;
}

function toVariation({ id, slug, name, variableIds, values }: VariationRow): VariationState {
  return {
    id,
    slug,
    name,
    values: new Map(variableIds.map((variable, index) => [variable, values?.[index] ?? null])),
  };
}
