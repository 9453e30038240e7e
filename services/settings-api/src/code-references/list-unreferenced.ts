import type { Pool } from 'pg';
import { readPageRows } from '../read-page-rows.ts';
import type { PageRows } from '../read-page-rows.ts';

export interface UnreferencedRow {
  readonly slug: string;
  readonly feature: string;
  readonly status: string;
  readonly lastSeenAt: Date | null;
}

/** Variables that no repository of the project refers to any more or yet, by slug, those after `after`. */
export async function listUnreferencedVariables(
  pool: Pool,
  projectId: string,
  { status, after, limit }: { status: string | undefined; after: string; limit: number },
): Promise<PageRows<UnreferencedRow>> {
  return readPageRows<UnreferencedRow>(
    pool,
    `SELECT variable.slug, feature.slug AS feature, feature.status,
       (SELECT max(last_seen_at) ${referencesTo} AND state = 'stale') AS "lastSeenAt"
     FROM variable
     JOIN feature ON feature.id = feature_id
     WHERE variable.project_id = $1 AND variable.deleted_at IS NULL AND variable.slug COLLATE "C" > $2
       AND ($3::text IS NULL OR feature.status = $3)
       AND NOT EXISTS (SELECT ${referencesTo} AND state = 'recorded')
     ORDER BY variable.slug COLLATE "C"
     LIMIT $4`,
    [projectId, after, status ?? null, limit],
  );
}

const referencesTo = `
  FROM repository_connection AS connection
  JOIN code_reference AS reference ON reference.repository_connection_id = connection.id
  WHERE connection.project_id = $1 AND reference.key = variable.slug`;
