import { affectedBy, type FeatureState } from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import type { HttpError } from '@bunting/service';
import type { PoolClient } from 'pg';
import { may } from '../framework/access/authorisation.ts';
import { settingsErrors } from '../framework/errors.ts';

/**
 * Throws 403 where a member's change of a definition would change what protected environments serve, which only admins and owners may
 * (decisions §7.1). The error names the environments.
 * @param approved the slugs of environments where the change was approved
 */
export async function requireUnprotectedServing(
  client: PoolClient,
  role: Role,
  before: FeatureState,
  after: FeatureState | undefined,
  approved: ReadonlySet<string> = new Set(),
): Promise<void> {
  const environments = await findProtectedServing(client, role, [{ before, after }]);
  const refusal = protectedRefusal(environments.get(before.id)?.filter((slug) => !approved.has(slug)));
  if (refusal !== undefined) throw refusal;
}

/** Returns the error that names the environments; undefined = there are none. */
export function protectedRefusal(environments: readonly string[] = []): HttpError | undefined {
  return environments.length > 0 ? settingsErrors.protects(environments) : undefined;
}

/** Finds, by feature, the slugs of the protected environments whose serving would change and the role may not change. */
export async function findProtectedServing(
  client: PoolClient,
  role: Role,
  changes: readonly { readonly before: FeatureState; readonly after: FeatureState | undefined }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (may(role, 'serve-protected')) return new Map();
  const affected = changes
    .map(({ before, after }) => ({ id: before.id, ...affectedBy(before, after) }))
    .filter(({ feature, variations }) => feature || variations.length > 0);
  if (affected.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; slugs: readonly string[] }>(
    `SELECT changed.id, array_agg(environment.slug ORDER BY environment.slug) AS slugs
     FROM json_to_recordset($1) AS changed (id uuid, feature boolean, variations uuid[], clients boolean)
     JOIN feature ON feature.id = changed.id
     JOIN environment ON environment.project_id = feature.project_id AND protected
     WHERE changed.clients OR environment.id IN (
       SELECT environment_id FROM targeting WHERE feature_id = changed.id AND (changed.feature OR id IN (
         SELECT targeting_id FROM targeting_rule JOIN rule_serving ON targeting_rule_id = targeting_rule.id
         WHERE variation_id = ANY(changed.variations)))
       UNION ALL
       SELECT environment_id FROM default_variation
       WHERE feature_id = changed.id AND (changed.feature OR variation_id = ANY(changed.variations))
       UNION ALL
       SELECT environment_id FROM override
       WHERE feature_id = changed.id AND (changed.feature OR variation_id = ANY(changed.variations)))
     GROUP BY changed.id`,
    [JSON.stringify(affected)],
  );
  return new Map(rows.map(({ id, slugs }) => [id, slugs]));
}
