import type { ChangeTransaction } from '@bunting/changes';

const minFeatures = 1_000;

/**
 * Updates PostgreSQL's statistics after a large import. Without it PostgreSQL plans the statements that write the fragments for
 * the few rows that it counted before the import.
 */
export async function refreshStatistics({ client, touched }: ChangeTransaction): Promise<void> {
  if (Math.max(touched.features.size, touched.servings.size) < minFeatures) return;
  await client.query(`ANALYZE feature, variable, variation, variation_value, default_variation, targeting,
    targeting_rule, rule_serving, targeting_prerequisite, prerequisite_variation, override, datafile_fragment`);
}
