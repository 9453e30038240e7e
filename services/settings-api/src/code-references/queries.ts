import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { Provider } from '../repositories/links.ts';

export const states = ['recorded', 'stale'] as const;

export interface ReferenceFilter {
  readonly state?: string | undefined;
  readonly variable?: string | undefined;
  readonly provider?: string | undefined;
  /** Compares without case (decisions §4). */
  readonly repository?: string | undefined;
}

export interface ReferenceRow {
  readonly connectionId: string;
  readonly provider: Provider;
  readonly repository: string;
  readonly key: string;
  readonly file: string;
  readonly lineNumber: number | null;
  readonly snippet: string | null;
  readonly state: (typeof states)[number];
  /** The commit of the last snapshot that had it. */
  readonly commitSha: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** The key of a reference, for the cursor. */
export type ReferenceKey = readonly [key: string, connectionId: string, file: string, lineNumber: number];

/** Lists the code references of a feature's variables by variable, repository, file and line, those after `after`. */
export function listReferences(
  pool: Pool,
  projectId: string,
  featureId: string,
  filter: ReferenceFilter,
  { after, limit }: { after: ReferenceKey | undefined; limit: number },
): Promise<PageRows<ReferenceRow>> {
  const values: unknown[] = [projectId, featureId, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (filter.state !== undefined) conditions.push(`reference.state = ${parameter(filter.state)}`);
  if (filter.variable !== undefined) {
    conditions.push(`variable.slug = ${parameter(filter.variable.toLowerCase())}`);
  }
  if (filter.provider !== undefined) conditions.push(`connection.provider = ${parameter(filter.provider)}`);
  if (filter.repository !== undefined) {
    conditions.push(`lower(connection.repository) = lower(${parameter(filter.repository)})`);
  }
  if (after !== undefined) {
    const [key, connectionId, file, lineNumber] = after.map(parameter);
    conditions.push(`${order} > (${key}, ${connectionId}::uuid, ${file}, ${lineNumber}::integer)`);
    // This follows from the condition before, but PostgreSQL can use the index on keys for it.
    conditions.push(`variable.slug COLLATE "C" >= ${key}`);
  }
  return readPageRows<ReferenceRow>(
    pool,
    `SELECT connection.id AS "connectionId", connection.provider, connection.repository, reference.key,
       reference.file, reference.line_number AS "lineNumber", reference.snippet, reference.state,
       CASE reference.state WHEN 'recorded' THEN connection.commit_sha ELSE reference.last_seen_commit_sha END
         AS "commitSha",
       reference.first_seen_at AS "firstSeenAt",
       coalesce(reference.last_seen_at, connection.snapshot_at) AS "lastSeenAt"
     FROM variable
     JOIN repository_connection AS connection ON connection.project_id = $1
     JOIN code_reference AS reference
       ON reference.repository_connection_id = connection.id AND reference.key = variable.slug
     WHERE variable.feature_id = $2 AND variable.deleted_at IS NULL
       ${conditions.map((condition) => `AND ${condition}`).join(' ')}
     ORDER BY ${order}
     LIMIT $3`,
    values,
  );
}

/** The key of a reference of a project, for the cursor. */
export type ProjectReferenceKey = readonly [
  connectionId: string,
  file: string,
  lineNumber: number,
  key: string,
];

export interface ProjectReferenceRow extends ReferenceRow {
  /** Slug of the feature whose variable it is; null = no variable has the key. */
  readonly feature: string | null;
}

/** Lists the code references of a project by repository, file and line, those after `after`. */
export function listProjectReferences(
  pool: Pool,
  projectId: string,
  { state, text }: { readonly state: string | undefined; readonly text: string | undefined },
  { after, limit }: { after: ProjectReferenceKey | undefined; limit: number },
): Promise<PageRows<ProjectReferenceRow>> {
  return readPageRows<ProjectReferenceRow>(
    pool,
    `SELECT connection.id AS "connectionId", connection.provider, connection.repository, reference.key,
       reference.file, reference.line_number AS "lineNumber", reference.snippet, reference.state,
       CASE reference.state WHEN 'recorded' THEN connection.commit_sha ELSE reference.last_seen_commit_sha END
         AS "commitSha",
       reference.first_seen_at AS "firstSeenAt",
       coalesce(reference.last_seen_at, connection.snapshot_at) AS "lastSeenAt", feature.slug AS feature
     FROM repository_connection AS connection
     JOIN code_reference AS reference ON reference.repository_connection_id = connection.id
     LEFT JOIN variable ON variable.project_id = $1 AND variable.slug = reference.key AND variable.deleted_at IS NULL
     LEFT JOIN feature ON feature.id = variable.feature_id
     WHERE connection.project_id = $1 AND ($2::text IS NULL OR reference.state = $2)
       AND ($3::text IS NULL OR strpos(lower(reference.key), $3) > 0 OR strpos(lower(reference.file), $3) > 0)
       AND ($4::uuid IS NULL OR ${projectOrder} > ($4, $5, $6::integer, $7))
     ORDER BY ${projectOrder}
     LIMIT $8`,
    [projectId, state ?? null, text?.toLowerCase() ?? null, ...(after ?? [null, null, null, null]), limit],
  );
}

const projectOrder = `(connection.id, reference.file COLLATE "C", coalesce(reference.line_number, 0), reference.key COLLATE "C")`;

/** In order of code points, whatever the database's collation is. A reference without a line comes before the first line. */
const order = `(reference.key COLLATE "C", connection.id, reference.file COLLATE "C", coalesce(reference.line_number, 0))`;

export interface UnreferencedRow {
  readonly slug: string;
  readonly feature: string;
  readonly status: string;
  readonly lastSeenAt: Date | null;
}

/** Lists the variables that no last snapshot of a repository refers to, by slug, those after `after`. */
export function listUnreferencedVariables(
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
