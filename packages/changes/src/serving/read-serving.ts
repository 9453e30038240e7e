import type {
  PrerequisiteDefinition,
  RuleDefinition,
  ServeDefinition,
  TargetingDefinition,
} from '@bunting/evaluator/definition';
import type { Pool, PoolClient } from 'pg';
import type { ServingState } from './serving-state.ts';

/** The state of one feature in one environment. */
export interface EnvironmentServing extends ServingState {
  readonly featureId: string;
  readonly environmentId: string;
}

interface ServingRow extends Pick<EnvironmentServing, 'featureId' | 'environmentId'> {
  readonly defaults: Readonly<Record<string, string>> | null;
  readonly overrides: Readonly<Record<string, string>> | null;
  readonly targeting: {
    readonly enabled: boolean;
    readonly prerequisites: readonly PrerequisiteDefinition[] | null;
    readonly rules: readonly RuleRow[];
  } | null;
}

interface RuleRow extends Pick<RuleDefinition, 'name' | 'enabled' | 'any_of'> {
  readonly id: string;
  readonly schedule: RuleDefinition['schedule'] | null;
  readonly rollout: RuleDefinition['rollout'] | null;
  readonly bucket_by: readonly string[];
  readonly servings: readonly { readonly variation: string; readonly weight_thousandths: number | null }[];
}

/** Reads what all environments of their projects serve for any number of features, with one query; overrides only where they are needed. */
export async function readServing(
  { client }: { readonly client: PoolClient },
  featureIds: readonly string[],
  { withOverrides = true }: { readonly withOverrides?: boolean } = {},
): Promise<EnvironmentServing[]> {
  if (featureIds.length === 0) return [];
  const { rows } = await client.query<ServingRow>(servingStatement, [featureIds, null, withOverrides]);
  return rows.map(({ featureId, environmentId, ...served }) => ({
    featureId,
    environmentId,
    ...toServing(served),
  }));
}

/**
 * Reads what one environment serves for a feature, with empty overrides: there may be a hundred thousand, which most changes do
 * not need. `undefined` = the feature or the environment does not exist.
 */
export async function readTargetingAndDefaults(
  { client }: { readonly client: Pool | PoolClient },
  featureId: string,
  environmentId: string,
): Promise<ServingState | undefined> {
  const { rows } = await client.query<ServingRow>(servingStatement, [[featureId], environmentId, false]);
  return rows[0] && toServing(rows[0]);
}

function toServing({
  defaults,
  overrides,
  targeting,
}: Omit<ServingRow, 'featureId' | 'environmentId'>): ServingState {
  return {
    defaults: new Map(Object.entries(defaults ?? {})),
    targeting: targeting === null ? null : toTargeting(targeting),
    overrides: new Map(Object.entries(overrides ?? {})),
  };
}

/** Parameters: $1 features, $2 one environment or null for all, $3 whether overrides are read. */
const servingStatement = `
  WITH wanted AS (
    SELECT feature.id AS feature_id, environment.id AS environment_id
    FROM feature JOIN environment USING (project_id)
    WHERE feature.id = ANY($1) AND ($2::uuid IS NULL OR environment.id = $2)
  ), defaults AS (
    SELECT default_variation.feature_id, environment_id, json_object_agg(variable.slug, variation.slug) AS defaults
    FROM default_variation JOIN variable ON variable.id = variable_id JOIN variation ON variation.id = variation_id
    WHERE default_variation.feature_id = ANY($1) GROUP BY default_variation.feature_id, environment_id
  ), overrides AS (
    SELECT override.feature_id, environment_id, json_object_agg(user_id, variation.slug) AS overrides
    FROM override JOIN variation ON variation.id = variation_id
    WHERE override.feature_id = ANY($1) AND $3 GROUP BY override.feature_id, environment_id
  ), serving AS (
    SELECT targeting_rule_id, json_agg(
      json_build_object('variation', variation.slug, 'weight_thousandths', weight_thousandths)
      ORDER BY rule_serving.position) AS servings
    FROM rule_serving JOIN variation ON variation.id = variation_id
    WHERE variation.feature_id = ANY($1) GROUP BY targeting_rule_id
  ), rules AS (
    SELECT targeting_id, json_agg(json_build_object(
      'id', coalesce(rule.rule_id, rule.id), 'name', rule.name, 'enabled', rule.enabled, 'any_of', any_of, 'schedule', schedule, 'rollout', rollout,
      'bucket_by', bucket_by, 'servings', servings) ORDER BY rule.position) AS rules
    FROM targeting JOIN targeting_rule rule ON rule.targeting_id = targeting.id
    JOIN serving ON serving.targeting_rule_id = rule.id
    WHERE targeting.feature_id = ANY($1) GROUP BY targeting_id
  ), prerequisites AS (
    SELECT targeting_id, json_agg(json_build_object('variable', variable.slug, 'variations', variations)
      ORDER BY prerequisite.position) AS prerequisites
    FROM targeting JOIN targeting_prerequisite prerequisite ON prerequisite.targeting_id = targeting.id
    JOIN variable ON variable.id = prerequisite.variable_id
    JOIN LATERAL (
      SELECT json_agg(variation.slug ORDER BY rank) AS variations
      FROM prerequisite_variation named JOIN variation ON variation.id = variation_id
      WHERE named.targeting_id = prerequisite.targeting_id AND named.position = prerequisite.position) AS named ON true
    WHERE targeting.feature_id = ANY($1) GROUP BY targeting_id
  ), targetings AS (
    SELECT feature_id, environment_id, json_build_object(
      'enabled', enabled, 'prerequisites', prerequisites, 'rules', coalesce(rules, '[]')) AS targeting
    FROM targeting LEFT JOIN rules ON rules.targeting_id = targeting.id
    LEFT JOIN prerequisites ON prerequisites.targeting_id = targeting.id WHERE feature_id = ANY($1)
  )
  SELECT feature_id AS "featureId", environment_id AS "environmentId", defaults, overrides, targeting
  FROM wanted
  LEFT JOIN defaults USING (feature_id, environment_id)
  LEFT JOIN overrides USING (feature_id, environment_id)
  LEFT JOIN targetings USING (feature_id, environment_id)
  ORDER BY feature_id, environment_id`;

function toTargeting({
  enabled,
  prerequisites,
  rules,
}: NonNullable<ServingRow['targeting']>): TargetingDefinition {
  return { enabled, ...(prerequisites && { prerequisites }), rules: rules.map(toRule) };
}

function toRule({
  id,
  name,
  enabled,
  any_of,
  schedule,
  rollout,
  bucket_by,
  servings,
}: RuleRow): RuleDefinition {
  return {
    id,
    name,
    enabled: enabled ?? true,
    any_of,
    ...(schedule && { schedule }),
    ...(rollout && { rollout }),
    serve: { ...toServe(servings), ...(bucket_by.length > 0 && { bucket_by }) },
  };
}

function toServe(servings: RuleRow['servings']): ServeDefinition {
  const [first] = servings;
  if (first?.weight_thousandths === null) return { variation: first.variation };
  return {
    split: servings.map(({ variation, weight_thousandths: weight }) => ({
      variation,
      weight: (weight ?? 0) / 1000,
    })),
  };
}
