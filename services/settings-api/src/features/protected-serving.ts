import type { FeatureState } from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import type { PoolClient } from 'pg';
import { may } from '../framework/access/authorisation.ts';
import { settingsErrors } from '../framework/errors.ts';

/** Which of a feature's evaluations a change of its definition affects. */
interface Affected {
  /** All: its status, its slug or an existing variable changes. */
  readonly feature: boolean;
  /** Those that serve one of these variations, by id. */
  readonly variations: readonly string[];
  /** Those of client keys in every environment: whether they get a variable that was there changes, which shows that it exists. */
  readonly clients: boolean;
}

/**
 * New parts affect no evaluation, because nothing serves them yet. Names, descriptions, metadata and constraints affect none, because no evaluation answers
 * them. Deleted variations affect none, because only those are deleted that nothing serves. `after` absent = the feature is deleted.
 */
function affectedBy(before: FeatureState, after: FeatureState | undefined): Affected {
  if (after === undefined) return { feature: true, variations: [], clients: false };
  const variables = new Map(after.variables.map((variable) => [variable.id, variable]));
  const variations = new Map(after.variations.map((variation) => [variation.id, variation]));
  return {
    feature:
      before.status !== after.status ||
      before.slug !== after.slug ||
      before.salt !== after.salt ||
      before.variables.some(({ id, slug, type, client }) => {
        const changed = variables.get(id);
        return slug !== changed?.slug || type !== changed.type || client !== changed.client;
      }),
    clients: before.variables.some(({ id, client }) => client !== (variables.get(id)?.client ?? client)),
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

function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
