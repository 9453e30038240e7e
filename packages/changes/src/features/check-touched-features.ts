import { checkConstraints } from './check-constraints.ts';
import { checkNamedParts } from './check-named-parts.ts';
import { checkPrerequisites } from '../serving/check-prerequisites.ts';
import type { ChangeTransaction } from '../change-transaction.ts';
import { ProblemsFound } from '@bunting/definitions/checks';

/**
 * Checks what no foreign key can check, because deleted variations keep their rows: no environment serves a deleted variation,
 * every variation has a value for every variable, every value is one that its variable may have, and prerequisites name what is there. Runs at the end, so that a transaction can make its changes in any order.
 * Throws `ProblemsFound`.
 */
export async function checkTouchedFeatures(transaction: ChangeTransaction): Promise<void> {
  const { client, touched } = transaction;
  const features = new Set([...touched.features, ...touched.servings.keys()]);
  if (features.size === 0) return;
  const { rows } = await client.query<{ feature: string; variation: string; variable: string | null }>(
    `SELECT feature.slug AS feature, variation.slug AS variation, NULL AS variable
     FROM variation JOIN feature ON feature.id = variation.feature_id
     WHERE variation.feature_id = ANY($1) AND variation.deleted_at IS NOT NULL AND (
       EXISTS (SELECT FROM default_variation WHERE variation_id = variation.id)
       OR EXISTS (SELECT FROM override WHERE variation_id = variation.id)
       OR EXISTS (SELECT FROM rule_serving WHERE variation_id = variation.id))
     UNION ALL
     SELECT feature.slug, variation.slug, variable.slug
     FROM feature
     JOIN variation ON variation.feature_id = feature.id AND variation.deleted_at IS NULL
     JOIN variable ON variable.feature_id = feature.id AND variable.deleted_at IS NULL
     LEFT JOIN variation_value value ON value.variation_id = variation.id AND value.variable_id = variable.id
     WHERE feature.id = ANY($1) AND feature.status <> 'deleted' AND value.variation_id IS NULL`,
    [[...features]],
  );
  const problems = rows.map(({ feature, variation, variable }) => ({
    path: '',
    message:
      variable === null
        ? `The feature ${feature} still serves its variation ${variation}, which is to be deleted.`
        : `The variation ${variation} of the feature ${feature} gives its variable ${variable} no value.`,
  }));
  if (problems.length > 0) throw new ProblemsFound(problems);
  await checkNamedParts(transaction, [...features]);
  await checkPrerequisites(transaction);
  await checkConstraints(transaction);
}
