import { affectedBy, type FeatureState } from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import type { PoolClient } from 'pg';
import { may } from '../framework/access/authorisation.ts';
import { settingsErrors } from '../framework/errors.ts';

/**
 * Throws 403 where a member's change of a definition would change what protected environments serve, which only admins and owners may
 * (decisions §7.1). The error names the environments.
 */
export async function requireUnprotectedServing(
  client: PoolClient,
  role: Role,
  before: FeatureState,
  after: FeatureState | undefined,
): Promise<void> {
  if (may(role, 'serve-protected')) return;
  const { feature, variations, clients } = affectedBy(before, after);
  if (!feature && variations.length === 0) return;
  const { rows } = await client.query<{ slug: string }>(
    `SELECT slug FROM environment
     WHERE protected AND project_id = (SELECT project_id FROM feature WHERE id = $1) AND ($4 OR id IN (
       SELECT environment_id FROM targeting WHERE feature_id = $1 AND ($2 OR id IN (
         SELECT targeting_id FROM targeting_rule JOIN rule_serving ON targeting_rule_id = targeting_rule.id
         WHERE variation_id = ANY($3)))
       UNION ALL
       SELECT environment_id FROM default_variation WHERE feature_id = $1 AND ($2 OR variation_id = ANY($3))
       UNION ALL
       SELECT environment_id FROM override WHERE feature_id = $1 AND ($2 OR variation_id = ANY($3))))
     ORDER BY slug`,
    [before.id, feature, variations, clients],
  );
  if (rows.length > 0) throw settingsErrors.protects(rows.map(({ slug }) => slug));
}
