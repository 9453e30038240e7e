import type { Pool } from 'pg';
import { readPageRows } from '../read-page-rows.ts';
import type { PageRows } from '../read-page-rows.ts';
import type { Provider } from './links.ts';

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
  /** Of the last snapshot that held it. */
  readonly commitSha: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** What a page begins after: the members that the list is ordered by. */
export type ReferencePlace = readonly [key: string, connectionId: string, file: string, lineNumber: number];

/** Where the variables of a feature stand: by variable, repository, file and line; those after `after`. */
export async function listReferences(
  pool: Pool,
  projectId: string,
  featureId: string,
  filter: ReferenceFilter,
  { after, limit }: { after: ReferencePlace | undefined; limit: number },
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
    // Says again what follows from that, in words that the index on keys understands.
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

/** Code points, whatever the database's collation; no line comes before the first. */
const order = `(reference.key COLLATE "C", connection.id, reference.file COLLATE "C", coalesce(reference.line_number, 0))`;
