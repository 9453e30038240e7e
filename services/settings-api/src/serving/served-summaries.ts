import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { nullable, stringEnum, timeSchema } from '../framework/schemas.ts';

const firstRules = 5;
/** Overrides are counted up to here: there may be a hundred thousand. */
const maxCounted = 1_000;

/** The author and time of the last change, as far as the audit log goes back. */
export const lastChangeSchema = Type.Object(
  {
    at: timeSchema,
    by: Type.String({ description: 'an email address, `staff` or `bootstrap`' }),
  },
  { title: 'LastChange' },
);

/** Returns SQL for the last change among the records that a condition selects. */
export function lastChangeWhere(condition: string): string {
  return `SELECT json_build_object(
      'at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', actor)
    FROM audit_record WHERE ${condition} ORDER BY id DESC LIMIT 1`;
}

/** A summary of an environment's serving of a feature. */
export const servedSummarySchema = Type.Object(
  {
    targeting: stringEnum(['none', 'off', 'on']),
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        enabled: Type.Boolean(),
        serves: Type.Array(Type.Object({ variation: Type.String(), weight: Type.Number() }), {
          description: 'one variation with the weight 100, or the parts of the split',
        }),
      }),
      { description: `the first ${firstRules}` },
    ),
    rule_count: Type.Integer(),
    defaults: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'the default variations, by variable',
    }),
    override_count: Type.Integer({ description: `at most ${maxCounted}` }),
    changed: nullable(lastChangeSchema, 'null = no change in the audit log'),
  },
  { title: 'ServedSummary' },
);

/**
 * Returns SQL for the summaries of a row `feature` in every environment of its project, by the slug of the environment. `organisation` is
 * a parameter.
 */
export function selectServedSummaries(feature: string, organisation: string): string {
  return `SELECT json_object_agg(environment.slug, json_build_object(
      'targeting', CASE WHEN targeting.id IS NULL THEN 'none' WHEN targeting.enabled THEN 'on' ELSE 'off' END,
      'rules', CASE WHEN targeting.id IS NULL THEN '[]' ELSE (
        SELECT coalesce(json_agg(json_build_object('name', first.name, 'enabled', first.enabled, 'serves', (
          SELECT coalesce(json_agg(json_build_object(
            'variation', variation.slug, 'weight', coalesce(weight_thousandths, 100000) / 1000.0) ORDER BY serving.position), '[]')
          FROM rule_serving serving JOIN variation ON variation.id = serving.variation_id
          WHERE serving.targeting_rule_id = first.id)) ORDER BY first.position), '[]')
        FROM (
          SELECT * FROM targeting_rule WHERE targeting_id = targeting.id ORDER BY position LIMIT ${firstRules}
        ) AS first) END,
      'rule_count', CASE WHEN targeting.id IS NULL THEN 0 ELSE (
        SELECT count(*)::int FROM targeting_rule WHERE targeting_id = targeting.id) END,
      'defaults', (
        SELECT coalesce(json_object_agg(variable.slug, variation.slug), '{}')
        FROM variable JOIN default_variation ON default_variation.variable_id = variable.id
        JOIN variation ON variation.id = variation_id
        WHERE variable.feature_id = ${feature}.id AND variable.deleted_at IS NULL AND environment_id = environment.id),
      'override_count', (
        SELECT count(*)::int FROM (
          SELECT user_id FROM override
          WHERE override.feature_id = ${feature}.id AND environment_id = environment.id LIMIT ${maxCounted}) AS counted),
      'changed', (${lastChangeWhere(
        `organisation_id = ${organisation} AND feature_id = ${feature}.id AND environment_id = environment.id`,
      )})
    ))
    FROM environment
    LEFT JOIN targeting ON targeting.feature_id = ${feature}.id AND targeting.environment_id = environment.id
    WHERE environment.project_id = ${feature}.project_id`;
}

interface Owners {
  readonly organisation: { readonly id: string };
  readonly project: { readonly id: string };
}

/** Reads the summaries of some features, by slug. Slugs that do not exist are left out. */
export async function readServedSummaries(
  pool: Pool,
  { organisation, project }: Owners,
  slugs: readonly string[],
): Promise<{ feature: string; environments: Record<string, unknown> }[]> {
  const { rows } = await pool.query<{ feature: string; environments: Record<string, unknown> }>(
    `SELECT slug AS feature, (${selectServedSummaries('feature', '$3')}) AS environments
     FROM feature WHERE project_id = $1 AND status <> 'deleted' AND slug = ANY($2) ORDER BY slug`,
    [project.id, slugs, organisation.id],
  );
  return rows;
}
