import type { ProjectState } from '@bunting/changes';
import type { Pool, PoolClient } from 'pg';
import { selectRequests, type RequestRow } from '../request-row.ts';

/** The slugs and ids of a project, which applying needs. */
export interface DueProject {
  readonly organisation: { readonly id: string; readonly slug: string };
  readonly project: Pick<ProjectState, 'id' | 'slug' | 'organisationId'>;
}

/** Projects that are read together. The order is random, so that processes begin with different ones. */
const maxProjects = 8;
/** Requests of a project that are read together. */
const maxRequests = 100;
/** Looks find requests this long before their time. */
const horizonSeconds = 20;

/**
 * Finds the ids of projects with requests whose time has come, by PostgreSQL's clock.
 * @param excluded ids of projects to leave out
 * @param withApproved also finds those with requests that are applied once they are approved, at no time
 */
export async function findDueProjects(
  pool: Pool,
  excluded: readonly string[],
  withApproved: boolean,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM (
       SELECT project_id AS id FROM change_request WHERE status = 'open' AND apply_at <= now()
       UNION
       SELECT project_id FROM change_request WHERE status = 'open' AND when_approved AND apply_at IS NULL AND $2
     ) AS due WHERE id <> ALL($1::uuid[]) ORDER BY random() LIMIT ${maxProjects}`,
    [excluded, withApproved],
  );
  return rows.map(({ id }) => id);
}

/** Returns the milliseconds until the next request is due; undefined = none is for a while. */
export async function findNextDueMs(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM min(apply_at) - clock_timestamp()) * 1000)::float8 AS ms FROM change_request
     WHERE status = 'open' AND apply_at > now() AND apply_at <= now() + interval '${horizonSeconds} seconds'`,
  );
  return rows[0]?.ms ?? undefined;
}

/** Takes the project for this transaction. Returns undefined if another process has it, or it was deleted. */
export async function claimProject(client: PoolClient, id: string): Promise<DueProject | undefined> {
  const { rows } = await client.query<{
    slug: string;
    organisationId: string;
    organisation: string;
    isClaimed: boolean;
  }>(
    `SELECT project.slug, organisation.id AS "organisationId", organisation.slug AS organisation,
       pg_try_advisory_xact_lock(hashtext('bunting due change requests'), hashtext($1::text)) AS "isClaimed"
     FROM project JOIN organisation ON organisation.id = organisation_id WHERE project.id = $1::uuid`,
    [id],
  );
  const [row] = rows;
  if (row === undefined || !row.isClaimed) return undefined;
  const { slug, organisationId, organisation } = row;
  return { organisation: { id: organisationId, slug: organisation }, project: { id, slug, organisationId } };
}

/**
 * Reads the next open requests of a project that are due or are applied once they are approved, in the order in which they are applied.
 * @param excluded ids of requests to leave out
 */
export async function readDueRequests(
  client: PoolClient,
  project: DueProject['project'],
  excluded: readonly string[],
): Promise<RequestRow[]> {
  const { text, values } = selectRequests(project, {
    where: `request.status = 'open' AND request.id <> ALL($3::uuid[])
      AND (request.apply_at <= clock_timestamp() OR request.apply_at IS NULL AND request.when_approved)`,
    values: [excluded],
    tail: `ORDER BY coalesce(request.apply_at, request.updated_at), request.number LIMIT ${maxRequests}`,
  });
  const { rows } = await client.query<RequestRow>(text, [...values]);
  return rows;
}
