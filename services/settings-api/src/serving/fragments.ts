import { createPause, runInSlices } from '@bunting/async';
import { parseInSteps } from '@bunting/datafile';
import { limits, type DatafileFragment } from '@bunting/evaluator';
import type { FeatureFragment } from '@bunting/evaluator/definition';
import type { Pool } from 'pg';

/**
 * Reads what evaluators need of one variable in an environment, as PostgreSQL has it now: first the fragment of its feature, then those of the
 * features that its prerequisites lead to, and of the segments that the rules of all these name. Rules have their ids, which stored fragments have
 * not. The document of a fragment that is too long for evaluators is null. An empty list = there is no such variable.
 */
export async function readFragments(
  pool: Pool,
  project: { readonly id: string },
  environment: { readonly id: string },
  variable: string,
): Promise<DatafileFragment[]> {
  return readFragmentsOfAll(pool, project, environment, [variable]);
}

/** Reads the same of several variables. */
export async function readFragmentsOfAll(
  pool: Pool,
  project: { readonly id: string },
  environment: { readonly id: string },
  variables: readonly string[],
): Promise<DatafileFragment[]> {
  if (variables.length === 0) return [];
  const { rows } = await pool.query<Row>(
    `WITH RECURSIVE wanted AS (
       SELECT feature_id FROM variable WHERE project_id = $3 AND slug = ANY($4) AND deleted_at IS NULL
       UNION
       SELECT named.feature_id FROM wanted
       JOIN targeting ON targeting.feature_id = wanted.feature_id AND targeting.environment_id = $1
       JOIN targeting_prerequisite prerequisite ON prerequisite.targeting_id = targeting.id
       JOIN variable named ON named.id = prerequisite.variable_id
     ), reached AS MATERIALIZED (SELECT feature_id, row_number() OVER () AS number FROM wanted LIMIT $6)
     ${fragmentsWhere(`
       (kind = 'feature' AND entity_id IN (SELECT feature_id FROM reached))
       OR (kind = 'segment' AND entity_id IN (
         SELECT DISTINCT segment_id FROM targeting
         JOIN targeting_rule ON targeting_rule.targeting_id = targeting.id
         JOIN rule_segment ON targeting_rule_id = targeting_rule.id
         WHERE targeting.feature_id IN (SELECT feature_id FROM reached) AND targeting.environment_id = $1
         LIMIT $5))`)}
     ORDER BY (SELECT number FROM reached WHERE feature_id = stored.id) NULLS LAST`,
    [
      environment.id,
      limits.readFragmentLength,
      project.id,
      [...variables],
      limits.segmentsOfFeature * (limits.prerequisiteFeatures + 1),
      limits.prerequisiteFeatures + variables.length,
    ],
  );
  return parseFragments(rows);
}

/** Reads the fragments of segments by their ids, as many as a feature may name. */
export async function readSegmentFragments(
  pool: Pool,
  environment: { readonly id: string },
  ids: readonly string[],
): Promise<DatafileFragment[]> {
  const { rows } = await pool.query<Row>(fragmentsWhere(`kind = 'segment' AND entity_id = ANY($3::uuid[])`), [
    environment.id,
    limits.readFragmentLength,
    ids.slice(0, limits.segmentsOfFeature),
  ]);
  return parseFragments(rows);
}

/** Returns SQL: fragments of the environment $1, without the text of those that are longer than $2. */
const fragmentsWhere = (condition: string) => `
  SELECT kind, id, CASE WHEN length(text) <= $2 THEN text END AS text, ARRAY(
    SELECT coalesce(rule.rule_id, rule.id)::text FROM targeting JOIN targeting_rule rule ON rule.targeting_id = targeting.id
    WHERE kind = 'feature' AND targeting.feature_id = stored.id AND targeting.environment_id = $1
    ORDER BY rule.position) AS "ruleIds"
  FROM (
    SELECT kind, entity_id AS id, CASE WHEN pg_column_size(document) <= $2 THEN document::text END AS text
    FROM datafile_fragment WHERE environment_id = $1 AND (${condition})
  ) AS stored`;

interface Row {
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  readonly text: string | null;
  /** The ids of a feature's rules, in their order. */
  readonly ruleIds: readonly string[];
}

/** Parses in steps, so that other requests are answered in between. */
async function parseFragments(rows: readonly Row[]): Promise<DatafileFragment[]> {
  const fragments: DatafileFragment[] = [];
  const pause = createPause();
  for (const { kind, id, text, ruleIds } of rows) {
    const document = text === null ? null : await runInSlices(parseInSteps(text), pause);
    const identified = kind === 'feature' ? withIds(document as FeatureFragment | null, ruleIds) : document;
    fragments.push({ kind, id, document: identified } as DatafileFragment);
  }
  return fragments;
}

function withIds(document: FeatureFragment | null, ids: readonly string[]): FeatureFragment | null {
  if (!document?.targeting) return document;
  const rules = document.targeting.rules.map((rule, index) => ({ id: ids[index], ...rule }));
  return { ...document, targeting: { ...document.targeting, rules } } as FeatureFragment;
}
