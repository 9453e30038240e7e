import type { DatafileFragment, FeatureFragment, SegmentFragment } from '@bunting/evaluator';
import type { Pool } from 'pg';

/**
 * What evaluators hold of one variable in an environment, as PostgreSQL has it now: the fragment of its feature, and those
 * of all segments that the feature's rules name. Nothing = there is no such variable.
 */
export async function readFragments(
  pool: Pool,
  project: { readonly id: string },
  environment: { readonly id: string },
  variable: string,
): Promise<DatafileFragment[]> {
  const { rows } = await pool.query<Row>(
    `WITH wanted AS (
       SELECT feature_id FROM variable WHERE project_id = $1 AND slug = $3 AND deleted_at IS NULL
     )
     SELECT kind, entity_id AS id, document FROM datafile_fragment
     WHERE environment_id = $2 AND (
       (kind = 'feature' AND entity_id IN (SELECT feature_id FROM wanted))
       OR (kind = 'segment' AND entity_id IN (
         SELECT segment_id FROM targeting
         JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
         JOIN rule_segment ON targeting_rule_id = targeting_rule.id
         WHERE targeting.feature_id IN (SELECT feature_id FROM wanted) AND targeting.environment_id = $2)))`,
    [project.id, environment.id, variable],
  );
  return rows;
}

type Row =
  | { readonly kind: 'feature'; readonly id: string; readonly document: FeatureFragment | null }
  | { readonly kind: 'segment'; readonly id: string; readonly document: SegmentFragment | null };
