import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { route } from '../framework/route.ts';

interface UseRow {
  readonly environment: string;
  readonly protected: boolean;
  readonly variations: readonly string[];
}

export const featureUseRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/features/{feature}/uses',
    action: 'read',
    summary: 'Tell where a feature is served: which variations which environments name',
    description:
      'In rules, defaults and overrides, whether or not targeting is on. A change of such a variation changes what is served there, and in protected environments only admins and owners make it. Environments that serve nothing of the feature are left out.',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(
      Type.Object({
        environment: Type.String(),
        protected: Type.Boolean(),
        variations: Type.Array(Type.String(), { description: 'slugs, in the order of the feature' }),
      }),
    ),
    async handle({ featureId, query: { limit, cursor } }, { pool }) {
      const { rows, isCut } = await readUses(pool, featureId, readCursor(cursor) ?? '', limit + 1);
      const toItem = ({ environment, protected: isProtected, variations }: UseRow) => ({
        environment,
        protected: isProtected,
        variations: [...variations],
      });
      return { body: toPage(rows, limit, ({ environment }) => environment, toItem, { isCut }) };
    },
  }),
];

/** The environments after `after` by slug. A targeting without rules is served, too: it keeps overrides and the switch. */
function readUses(pool: Pool, featureId: string, after: string, limit: number): Promise<PageRows<UseRow>> {
  return readPageRows<UseRow>(
    pool,
    `SELECT environment.slug AS environment, environment.protected, coalesce(
       json_agg(variation.slug ORDER BY variation.position, variation.id)
         FILTER (WHERE variation.id IS NOT NULL), '[]') AS variations
     FROM (
       SELECT targeting.environment_id, rule_serving.variation_id FROM targeting
       LEFT JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
       LEFT JOIN rule_serving ON rule_serving.targeting_rule_id = targeting_rule.id
       WHERE targeting.feature_id = $1
       UNION SELECT environment_id, variation_id FROM default_variation WHERE feature_id = $1
       UNION SELECT environment_id, variation_id FROM override WHERE feature_id = $1
     ) AS use (environment_id, variation_id)
     JOIN environment ON environment.id = use.environment_id
     LEFT JOIN variation ON variation.id = use.variation_id
     WHERE environment.slug > $2
     GROUP BY environment.id ORDER BY environment.slug LIMIT $3`,
    [featureId, after, limit],
  );
}
