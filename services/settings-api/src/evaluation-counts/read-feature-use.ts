import { dayMs } from '@bunting/retention';
import type { Pool } from 'pg';

/** What the counts of evaluations say of a feature in an environment. Only evaluations that named the variable count: they come from code. */
export interface FeatureUse {
  readonly featureId: string;
  readonly environmentId: string;
  /** null = it was never evaluated there. */
  readonly lastEvaluatedAt: Date | null;
  /** Since the day that was asked for. */
  readonly evaluations: number;
  /** When a key of one of its variables was last asked for and found no variable, as those of archived features do. null = never, or not for 30 days. */
  readonly lastUnknownAt: Date | null;
}

/** What is counted of an environment as a whole. */
export interface CountedEnvironment {
  readonly environmentId: string;
  readonly slug: string;
  readonly isProtected: boolean;
  /** null = nothing has been counted yet. */
  readonly countedSince: Date | null;
  /** When any variable was last evaluated by its name. null = never. */
  readonly lastEvaluatedAt: Date | null;
}

/**
 * How features of a project are used in each of its environments: one entry for each environment in which there is anything to say of a
 * feature. `since` is the beginning of a day (`firstDayOf`). Counts that wait to be rolled up are not in it; call `rollUpEvaluations`
 * before. OFFSET keeps PostgreSQL from a join that would read the counts of all features.
 */
export async function readFeatureUses(
  pool: Pool,
  { projectId, featureIds, since }: { projectId: string; featureIds: readonly string[]; since: Date },
): Promise<FeatureUse[]> {
  const { rows } = await pool.query<Omit<FeatureUse, 'evaluations'> & { evaluations: string }>(
    `SELECT "featureId", "environmentId", max("lastEvaluatedAt") AS "lastEvaluatedAt",
       coalesce(sum(evaluations), 0)::bigint AS evaluations, max("lastUnknownAt") AS "lastUnknownAt"
     FROM (
       SELECT variable.feature_id AS "featureId", environment.id AS "environmentId",
         ever.last_at AS "lastEvaluatedAt", ever.evaluations, NULL::timestamptz AS "lastUnknownAt"
       FROM variable
       JOIN environment ON environment.project_id = variable.project_id
       CROSS JOIN LATERAL (
         SELECT cell.last_at, (
           SELECT sum(count) FROM evaluation_rollup
           WHERE environment_id = environment.id AND span = 'day' AND variable_id = variable.id
             AND variation_id = cell.variation_id AND reason = cell.reason AND asked = 0
             AND begins_at >= $3 AND cell.last_at >= $3) AS evaluations
         FROM evaluation_rollup AS cell
         WHERE cell.environment_id = environment.id AND cell.span = 'ever' AND cell.variable_id = variable.id
           AND cell.asked = 0
         OFFSET 0
       ) AS ever
       WHERE variable.project_id = $1 AND variable.feature_id = ANY ($2) AND variable.deleted_at IS NULL
       UNION ALL
       SELECT variable.feature_id, unknown_key.environment_id, NULL, NULL, unknown_key.last_at
       FROM variable
       JOIN environment ON environment.project_id = variable.project_id
       JOIN unknown_key ON unknown_key.environment_id = environment.id AND unknown_key.key = variable.slug
       WHERE variable.project_id = $1 AND variable.feature_id = ANY ($2) AND variable.deleted_at IS NULL
     ) AS found
     GROUP BY 1, 2`,
    [projectId, featureIds, since],
  );
  return rows.map((row) => ({ ...row, evaluations: Number(row.evaluations) }));
}

/** All environments of a project by slug. */
export async function readCountedEnvironments(pool: Pool, projectId: string): Promise<CountedEnvironment[]> {
  const { rows } = await pool.query<CountedEnvironment>(
    `SELECT id AS "environmentId", slug, protected AS "isProtected", counted_since AS "countedSince", (
       SELECT max(last_at) FROM evaluation_rollup
       WHERE environment_id = environment.id AND span = 'ever' AND asked = 0) AS "lastEvaluatedAt"
     FROM environment WHERE project_id = $1 ORDER BY slug`,
    [projectId],
  );
  return rows;
}

/** The beginning of the day, in UTC, that was so many days ago: counts by day have no smaller parts. */
export function firstDayOf(days: number, now: number): Date {
  return new Date((Math.floor(now / dayMs) - days) * dayMs);
}
