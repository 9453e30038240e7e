import type { Pool } from 'pg';

/** Stores what the roll-up stores of evaluations of a variable of acme's web that were asked for by name on one day. */
export async function storeCounts(
  pool: Pool,
  given: {
    readonly variable: string;
    readonly environment: string;
    readonly lastAt: string;
    readonly count: number;
  },
): Promise<void> {
  await pool.query(
    `INSERT INTO evaluation_rollup AS stored (environment_id, span, variable_id, variation_id, reason, asked, begins_at,
       count, first_at, last_at)
     SELECT environment.id, span, variable.id, '00000000-0000-0000-0000-000000000000', 5, 0,
       CASE span WHEN 'ever' THEN 'epoch' ELSE date_trunc('day', $3::timestamptz, 'UTC') END, $4, $3, $3
     FROM unnest('{day,ever}'::text[]) AS span, variable
     JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
     JOIN environment ON environment.project_id = project.id
     WHERE organisation.slug = 'acme' AND project.slug = 'web' AND variable.slug = $1 AND environment.slug = $2
     ON CONFLICT (environment_id, span, variable_id, variation_id, reason, asked, begins_at)
       DO UPDATE SET count = stored.count + excluded.count, last_at = greatest(stored.last_at, excluded.last_at)`,
    [given.variable, given.environment, given.lastAt, given.count],
  );
}
