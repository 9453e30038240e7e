import { storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { querySchema } from '../framework/http/query.ts';
import { settingsErrors } from '../framework/errors.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';

/** As many as a page of features may be asked for at once without a long answer. */
const maxFeatures = 100;
const firstRules = 5;
/** Overrides are counted up to here: there may be a hundred thousand. */
const maxCounted = 1_000;

const summarySchema = Type.Object({
  targeting: stringEnum(['none', 'off', 'on']),
  rules: Type.Array(
    Type.Object({
      name: Type.String(),
      enabled: Type.Boolean(),
      serves: Type.Array(Type.Object({ variation: Type.String(), weight: Type.Number() }), {
        description: 'one with the weight 100, or the parts of its split',
      }),
    }),
    { description: `the first ${firstRules}` },
  ),
  rule_count: Type.Integer(),
  defaults: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'the default variations that are set, by variable',
  }),
  override_count: Type.Integer({ description: `counted up to ${maxCounted}` }),
});

const itemSchema = Type.Object({
  feature: Type.String(),
  environments: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: summarySchema,
    description: 'by the slug of the environment; every environment of the project',
  }),
});

export const servingSummaryRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/served',
    action: 'read',
    summary: 'List in short what every environment serves of some features',
    query: querySchema({
      features: Type.String({
        minLength: 1,
        maxLength: maxFeatures * 101,
        description: `slugs of at most ${maxFeatures} features, separated by commas; those that do not exist are left out`,
      }),
    }),
    status: 200,
    answer: Type.Object({ items: Type.Array(itemSchema, { description: 'by the slug of the feature' }) }),
    async handle({ project, query }, { pool }) {
      const slugs = query.features.split(',').map(storedSlug);
      if (slugs.length > maxFeatures) {
        const message = `must not name more than ${maxFeatures} features`;
        throw settingsErrors.invalid([{ path: 'query.features', message }]);
      }
      return { body: { items: await readSummaries(pool, project.id, slugs) } };
    },
  }),
];

async function readSummaries(pool: Pool, projectId: string, slugs: readonly string[]) {
  const { rows } = await pool.query<{ feature: string; environments: Record<string, unknown> }>(
    `SELECT feature.slug AS feature, json_object_agg(environment.slug, json_build_object(
       'targeting', CASE WHEN targeting.id IS NULL THEN 'none' WHEN targeting.enabled THEN 'on' ELSE 'off' END,
       'rules', (
         SELECT coalesce(json_agg(json_build_object('name', first.name, 'enabled', first.enabled, 'serves', (
           SELECT coalesce(json_agg(json_build_object(
             'variation', variation.slug, 'weight', coalesce(weight_thousandths, 100000) / 1000.0) ORDER BY serving.position), '[]')
           FROM rule_serving serving JOIN variation ON variation.id = serving.variation_id
           WHERE serving.targeting_rule_id = first.id)) ORDER BY first.position), '[]')
         FROM (SELECT * FROM targeting_rule WHERE targeting_id = targeting.id ORDER BY position LIMIT $3) AS first),
       'rule_count', (SELECT count(*)::int FROM targeting_rule WHERE targeting_id = targeting.id),
       'defaults', (
         SELECT coalesce(json_object_agg(variable.slug, variation.slug), '{}')
         FROM default_variation JOIN variable ON variable.id = variable_id AND variable.deleted_at IS NULL
         JOIN variation ON variation.id = variation_id
         WHERE default_variation.feature_id = feature.id AND environment_id = environment.id),
       'override_count', (
         SELECT count(*)::int FROM (
           SELECT user_id FROM override
           WHERE override.feature_id = feature.id AND environment_id = environment.id LIMIT $4) AS counted)
     )) AS environments
     FROM feature JOIN environment USING (project_id)
     LEFT JOIN targeting ON targeting.feature_id = feature.id AND targeting.environment_id = environment.id
     WHERE feature.project_id = $1 AND feature.status <> 'deleted' AND feature.slug = ANY($2)
     GROUP BY feature.slug ORDER BY feature.slug`,
    [projectId, slugs, firstRules, maxCounted],
  );
  return rows;
}
