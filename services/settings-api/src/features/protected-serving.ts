import type { FeatureState } from '@bunting/changes';
import type { PoolClient } from 'pg';
import { isDeepStrictEqual } from 'node:util';
import { may } from '../framework/access/authorisation.ts';
import { settingsErrors } from '../framework/errors.ts';
import type { Role } from '@bunting/changes';

/** What of a feature's answers a change of its definition alters. */
export interface Altered {
  /** All of them: its status, its slug, a variable that there was. */
  readonly feature: boolean;
  /** Those where one of these variations is served, by id. */
  readonly variations: readonly string[];
}

/**
 * What is new alters nothing, because nothing serves it yet; nor do names and descriptions, which evaluation does not
 * answer. `after` absent = the feature is deleted. (That variations may go at all, nothing must serve them.)
 */
function alteredBy(before: FeatureState, after: FeatureState | undefined): Altered {
  if (after === undefined) return { feature: true, variations: [] };
  const variables = new Map(after.variables.map((variable) => [variable.id, variable]));
  const variations = new Map(after.variations.map((variation) => [variation.id, variation]));
  return {
    feature:
      before.status !== after.status ||
      before.slug !== after.slug ||
      before.salt !== after.salt ||
      before.variables.some((variable) => !isDeepStrictEqual(variable, variables.get(variable.id))),
    variations: before.variations
      .filter(({ id, slug, values }) => {
        const changed = variations.get(id);
        if (changed === undefined) return false;
        return (
          slug !== changed.slug ||
          [...values].some(([variable, value]) => !isSameJson(value, changed.values.get(variable)))
        );
      })
      .map(({ id }) => id),
  };
}

/**
 * In a protected environment only admins and owners change what is served (decisions §7.1). Others may change a
 * definition as long as no protected environment serves what that alters. Throws 403, which names the environments.
 */
export async function requireUnprotected(
  client: PoolClient,
  role: Role,
  before: FeatureState,
  after: FeatureState | undefined,
): Promise<void> {
  if (may(role, 'serve-protected')) return;
  const { feature, variations } = alteredBy(before, after);
  if (!feature && variations.length === 0) return;
  const { rows } = await client.query<{ slug: string }>(
    `SELECT slug FROM environment
     WHERE protected AND project_id = (SELECT project_id FROM feature WHERE id = $1) AND id IN (
       SELECT environment_id FROM targeting WHERE feature_id = $1 AND ($2 OR id IN (
         SELECT targeting_id FROM targeting_rule JOIN rule_serving ON targeting_rule_id = targeting_rule.id
         WHERE variation_id = ANY($3)))
       UNION ALL
       SELECT environment_id FROM default_variation WHERE feature_id = $1 AND ($2 OR variation_id = ANY($3))
       UNION ALL
       SELECT environment_id FROM override WHERE feature_id = $1 AND ($2 OR variation_id = ANY($3)))
     ORDER BY slug`,
    [before.id, feature, variations],
  );
  if (rows.length > 0) throw settingsErrors.protects(rows.map(({ slug }) => slug));
}

function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
