import { parseInSteps } from '@bunting/datafile';
import { limits, type DatafileFragment } from '@bunting/evaluator';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';

/**
 * Reads what evaluators need of one variable in an environment, as PostgreSQL has it now: the fragment of its feature, and those of
 * the segments that the feature's rules name. The document of a fragment that is too long for evaluators is null. An empty list = there
 * is no such variable.
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
     ), stored AS (
       SELECT kind, entity_id AS id, CASE WHEN pg_column_size(document) <= $4 THEN document::text END AS text
       FROM datafile_fragment
       WHERE environment_id = $2 AND (
         (kind = 'feature' AND entity_id IN (SELECT feature_id FROM wanted))
         OR (kind = 'segment' AND entity_id IN (
           SELECT DISTINCT segment_id FROM targeting
           JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
           JOIN rule_segment ON targeting_rule_id = targeting_rule.id
           WHERE targeting.feature_id IN (SELECT feature_id FROM wanted) AND targeting.environment_id = $2
           LIMIT $5)))
     )
     SELECT kind, id, CASE WHEN length(text) <= $4 THEN text END AS text FROM stored`,
    [project.id, environment.id, variable, limits.readFragmentLength, limits.segmentsOfFeature],
  );
  const fragments: DatafileFragment[] = [];
  for (const { kind, id, text } of rows) {
    const document = text === null ? null : await parseDocument(text);
    fragments.push({ kind, id, document } as DatafileFragment);
  }
  return fragments;
}

interface Row {
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  readonly text: string | null;
}

/** Parses in steps, so that other requests are answered in between. */
async function parseDocument(text: string): Promise<unknown> {
  const steps = parseInSteps(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
