import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { readRoute } from '../framework/route.ts';

interface UseRow {
  readonly environment: string;
  readonly protected: boolean;
  readonly variations: readonly string[];
}

export const featureUseRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/features/{feature}/uses',
    summary: 'List where the variations of a feature are used',
    description:
      'In rules, defaults and overrides, even if targeting is off. Changing such a variation changes what users get there, so in protected environments only admins and owners can do it. Environments that use no variation of the feature are left out.',
    query: pageQuery({}),
    answer: createPageSchema(
      Type.Object(
        {
          environment: Type.String(),
          protected: Type.Boolean(),
          variations: Type.Array(Type.String(), { description: 'slugs, in the order of the feature' }),
        },
        { title: 'FeatureUse' },
      ),
    ),
    async handle({ featureId, project, query: { limit, cursor } }, { pool }) {
      const page = { after: readCursor(cursor) ?? '', limit: limit + 1 };
      const { rows, isCut } = await readUses(pool, { project, featureId }, page);
      const toItem = ({ environment, protected: isProtected, variations }: UseRow) => ({
        environment,
        protected: isProtected,
        variations: [...variations],
      });
      return { body: toPage(rows, limit, ({ environment }) => environment, toItem, { isCut }) };
    },
  }),
];

/**
 * Reads the environments after `after` by slug. Those of the page are selected first, so that only their overrides are read. Targeting
 * without rules counts as served, too: it has overrides and the switch.
 */
function readUses(
  pool: Pool,
  { project, featureId }: { readonly project: { readonly id: string }; readonly featureId: string },
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PageRows<UseRow>> {
  return readPageRows<UseRow>(
    pool,
    `SELECT environment.slug AS environment, environment.protected, (
       SELECT coalesce(json_agg(slug ORDER BY position, id), '[]') FROM variation WHERE id IN (
         SELECT variation_id FROM targeting
         JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
         JOIN rule_serving ON rule_serving.targeting_rule_id = targeting_rule.id
         WHERE targeting.feature_id = $1 AND targeting.environment_id = environment.id
         UNION ALL
         SELECT variation_id FROM default_variation WHERE feature_id = $1 AND environment_id = environment.id
         UNION ALL
         SELECT variation_id FROM override WHERE feature_id = $1 AND environment_id = environment.id)) AS variations
     FROM (
       SELECT id, slug, protected FROM environment
       WHERE project_id = $2 AND slug > $3 AND (
         EXISTS (SELECT FROM targeting WHERE feature_id = $1 AND environment_id = environment.id)
         OR EXISTS (SELECT FROM default_variation WHERE feature_id = $1 AND environment_id = environment.id)
         OR EXISTS (SELECT FROM override WHERE feature_id = $1 AND environment_id = environment.id))
       ORDER BY slug LIMIT $4
     ) AS environment
     ORDER BY environment.slug`,
    [featureId, project.id, after, limit],
  );
}
