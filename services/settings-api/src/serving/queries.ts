import { readTargetingAndDefaults, type ServingState } from '@bunting/changes';
import { storedSlug } from '@bunting/definitions';
import type { Pool, PoolClient } from 'pg';
import { toPage, type Page } from '../framework/http/page.ts';
import { readPageRows } from '../framework/http/read-page-rows.ts';
import type { PinRepresentation, ServingRepresentation } from './representation.ts';

interface PageOfPins {
  readonly featureId: string;
  readonly environmentId: string;
  readonly limit: number;
}

/** Reads the first overrides of a feature in an environment, by `user.id`. */
async function readFirstPins(
  client: Pool | PoolClient,
  { featureId, environmentId, limit }: PageOfPins,
): Promise<Page<PinRepresentation>> {
  const { rows, isCut } = await readPageRows<PinRepresentation>(
    client,
    `SELECT user_id, variation.slug AS variation FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 ORDER BY user_id LIMIT $3`,
    [environmentId, featureId, limit + 1],
  );
  const keyOf = ({ user_id }: PinRepresentation) => user_id;
  return toPage(rows, limit, keyOf, (row) => row, { isCut });
}

/** Reads the slug of the variation that a user is pinned to; undefined = the user has no override. */
export async function readOverride(
  client: PoolClient,
  { featureId, environmentId, userId }: { featureId: string; environmentId: string; userId: string },
): Promise<string | undefined> {
  const { rows } = await client.query<{ variation: string }>(
    `SELECT variation.slug AS variation FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id = $3`,
    [environmentId, featureId, userId],
  );
  return rows[0]?.variation;
}

/** Reads the slugs of the variations that some users are pinned to; users without an override are omitted. */
export async function readOverrides(
  client: PoolClient,
  {
    featureId,
    environmentId,
    userIds,
  }: { featureId: string; environmentId: string; userIds: readonly string[] },
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await client.query<{ user_id: string; variation: string }>(
    `SELECT user_id, variation.slug AS variation FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id = ANY($3)`,
    [environmentId, featureId, userIds],
  );
  return new Map(rows.map(({ user_id, variation }) => [user_id, variation]));
}

/** Overrides in the representation; the rest are in their own list. */
const firstOverrides = 50;

/** Returns undefined if the feature or the environment was deleted. */
export async function readServingRepresentation(
  client: Pool | PoolClient,
  featureId: string,
  environmentId: string,
): Promise<ServingRepresentation | undefined> {
  const state = await readTargetingAndDefaults({ client }, featureId, environmentId);
  if (state === undefined) return undefined;
  const { rows } = await client.query<{ version: string | null; count: number; variables: string[] }>(
    `SELECT
       (SELECT version FROM datafile_fragment
        WHERE environment_id = $2 AND kind = 'feature' AND entity_id = $1) AS version,
       (SELECT count(*)::int FROM override WHERE environment_id = $2 AND feature_id = $1) AS count,
       ARRAY(SELECT slug FROM variable WHERE feature_id = $1 AND deleted_at IS NULL ORDER BY id) AS variables`,
    [featureId, environmentId],
  );
  const { version = null, count = 0, variables = [] } = rows[0] ?? {};
  const page = await readFirstPins(client, { featureId, environmentId, limit: firstOverrides });
  return {
    version: Number(version ?? 0),
    targeting: state.targeting,
    defaults: defaultsOf(state, variables),
    overrides: { count, ...page },
  };
}

/** Returns the default variation of every variable; null = it has none. */
function defaultsOf({ defaults }: ServingState, variables: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(variables.map((slug) => [slug, defaults.get(slug) ?? null]));
}

/**
 * Finds the variable of a feature that is named, or else its first one. `variable` is null where the feature has none; undefined = there is no
 * such feature.
 */
export async function findFeatureVariable(
  pool: Pool,
  project: { readonly id: string },
  { feature, variable }: { readonly feature: string; readonly variable?: string },
): Promise<{ readonly variable: string | null } | undefined> {
  const { rows } = await pool.query<{ variable: string | null }>(
    `SELECT (
       SELECT slug FROM variable WHERE feature_id = feature.id AND deleted_at IS NULL AND ($3::text IS NULL OR slug = $3)
       ORDER BY id LIMIT 1) AS variable
     FROM feature WHERE project_id = $1 AND slug = $2 AND status <> 'deleted'`,
    [project.id, storedSlug(feature), variable === undefined ? null : storedSlug(variable)],
  );
  return rows[0];
}

/** Reads the features whose prerequisites name a variable of a feature in an environment. */
export async function readDependents(
  pool: Pool,
  featureId: string,
  environmentId: string,
): Promise<{ feature: string }[]> {
  const { rows } = await pool.query<{ feature: string }>(
    `SELECT DISTINCT feature.slug AS feature
     FROM variable JOIN targeting_prerequisite ON variable_id = variable.id
     JOIN targeting ON targeting.id = targeting_id JOIN feature ON feature.id = targeting.feature_id
     WHERE variable.feature_id = $1 AND targeting.environment_id = $2 ORDER BY feature.slug`,
    [featureId, environmentId],
  );
  return rows;
}
