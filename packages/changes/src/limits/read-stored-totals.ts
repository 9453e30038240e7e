import type { Pool } from 'pg';

export interface StoredTotals {
  /** Bytes of all documents of the environment as JSON. */
  readonly bytes: number;
  /** Nanoseconds that all features of the environment may take together, as far as their costs are stored. */
  readonly cost: number;
  /** Keys of the environment that are not revoked. */
  readonly keys: number;
  /** Features of the project; so the members below. */
  readonly features: number;
  readonly segments: number;
  readonly environments: number;
}

/** Reads how much is stored of an environment and its project, to be compared with `projectLimits`. */
export async function readStoredTotals(
  pool: Pool,
  environment: { readonly id: string },
): Promise<StoredTotals> {
  const { rows } = await pool.query<Omit<StoredTotals, 'bytes' | 'cost'> & { bytes: string; cost: string }>(
    `SELECT
       CASE WHEN stored_bytes_version = version THEN stored_bytes ELSE (
         SELECT coalesce(sum(octet_length(document::text)), 0) FROM datafile_fragment WHERE environment_id = $1) END AS bytes,
       (SELECT coalesce(sum(cost), 0) FROM datafile_fragment WHERE environment_id = $1 AND cost_version = datafile_fragment.version) AS cost,
       (SELECT count(*)::int FROM environment_key WHERE environment_id = $1 AND revoked_at IS NULL) AS keys,
       (SELECT count(*)::int FROM feature WHERE feature.project_id = environment.project_id AND status <> 'deleted') AS features,
       (SELECT count(*)::int FROM segment WHERE segment.project_id = environment.project_id) AS segments,
       (SELECT count(*)::int FROM environment AS other WHERE other.project_id = environment.project_id) AS environments
     FROM environment WHERE id = $1`,
    [environment.id],
  );
  const { bytes, cost, ...counts } = rows[0]!;
  return { bytes: Number(bytes), cost: Number(cost), ...counts };
}
