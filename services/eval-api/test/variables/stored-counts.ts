import type { RunningApp } from '../running-app.ts';

/**
 * Returns the stored counts of evaluators by `environment variable variation reason asked`, and of keys that resolve to nothing.
 */
export async function storedCounts(pool: RunningApp['pool']): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `SELECT concat_ws(' ', organisation.slug, coalesce(variable.slug, counted.key), variation.slug, counted.reason, counted.asked) AS name,
        sum(counted.count)::int AS count
      FROM (
        SELECT environment_id, (cell->>0)::uuid AS variable_id, (cell->>1)::uuid AS variation_id, NULL AS key,
            (ARRAY['rule', 'override', 'default', 'no rule', 'complete', 'off'])[(cell->>2)::int + 1] AS reason,
            (ARRAY['named', 'all'])[(cell->>3)::int + 1] AS asked, (cell->>4)::bigint AS count
          FROM evaluation_batch, json_array_elements(cells) AS cell
        UNION ALL
        SELECT environment_id, NULL, NULL, entry->>0, 'unknown', NULL, (entry->>1)::bigint
          FROM evaluation_batch, json_array_elements("unknown") AS entry
      ) AS counted
      JOIN environment ON environment.id = counted.environment_id
      JOIN project ON project.id = environment.project_id
      JOIN organisation ON organisation.id = project.organisation_id
      LEFT JOIN variable ON variable.id = variable_id
      LEFT JOIN variation ON variation.id = variation_id
      GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Returns the sum of all stored counts. */
export async function storedSum(pool: RunningApp['pool']): Promise<number> {
  return Object.values(await storedCounts(pool)).reduce((sum, count) => sum + count, 0);
}
