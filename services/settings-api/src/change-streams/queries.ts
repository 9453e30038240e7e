import type { Pool } from 'pg';

/** A record of the audit log as a stream tells it. */
export interface ChangeRow {
  readonly organisation_id: string;
  readonly id: string;
  readonly at: Date;
  readonly change_id: string | null;
  readonly actor: string;
  /** Null: the actor is no account. */
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly project: string | null;
  readonly environment: string | null;
  readonly feature: string | null;
  /** The version of the environment's datafile when it was read. */
  readonly version: string | null;
}

/** Reads the records after `after`, by id: the newest `limit` records of each organisation. */
export async function readChanges(
  pool: Pool,
  organisationIds: readonly string[],
  { after, limit }: { after: string; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await pool.query<ChangeRow>(
    `SELECT record.organisation_id, record.id, record.created_at AS at, record.change_id, record.actor,
       account.name AS actor_name, record.action, record.subject, project.slug AS project,
       environment.slug AS environment, feature.slug AS feature, environment.version
     FROM unnest($1::uuid[]) AS organisation (id)
     CROSS JOIN LATERAL (
       SELECT * FROM audit_record
       WHERE organisation_id = organisation.id AND audit_record.id > $2 ORDER BY audit_record.id DESC LIMIT $3
     ) AS record
     LEFT JOIN account ON account.email = record.actor
     LEFT JOIN project ON project.id = record.project_id
     LEFT JOIN environment ON environment.id = record.environment_id
     LEFT JOIN feature ON feature.id = record.feature_id
     ORDER BY record.organisation_id, record.id`,
    [organisationIds, after, limit],
  );
  return rows;
}

export interface EnvironmentRow {
  readonly organisation_id: string;
  readonly id: string;
  readonly project: string;
  readonly environment: string;
}

/** Reads the newest environments of each organisation without evaluations. */
export async function readUnaskedEnvironments(
  pool: Pool,
  organisationIds: readonly string[],
  limit: number,
): Promise<EnvironmentRow[]> {
  const { rows } = await pool.query<EnvironmentRow>(
    `SELECT organisation.id AS organisation_id, unasked.*
     FROM unnest($1::uuid[]) AS organisation (id)
     CROSS JOIN LATERAL (
       SELECT environment.id, project.slug AS project, environment.slug AS environment
       FROM environment JOIN project ON project.id = environment.project_id
       WHERE project.organisation_id = organisation.id AND environment.counted_since IS NULL
       ORDER BY environment.id DESC LIMIT $2
     ) AS unasked`,
    [organisationIds, limit],
  );
  return rows;
}

/** Returns the environments with evaluations, also by counts after `after` that are not rolled up yet. */
export async function readRequested(
  pool: Pool,
  environmentIds: readonly string[],
  after: string,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM environment WHERE id = ANY($1) AND counted_since IS NOT NULL
     UNION
     SELECT environment_id FROM evaluation_batch WHERE id > $2 AND environment_id = ANY($1)`,
    [environmentIds, after],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface Membership {
  readonly sessionId: string;
  readonly organisationId: string;
}

/** Returns the sessions that still exist, each as a member of its organisation. */
export async function readOpenMemberships(
  pool: Pool,
  asked: readonly Membership[],
): Promise<readonly Membership[]> {
  const { rows } = await pool.query<Membership>(
    `SELECT DISTINCT session.id AS "sessionId", member.organisation_id AS "organisationId"
     FROM unnest($1::uuid[], $2::uuid[]) AS asked (session_id, organisation_id)
     JOIN session ON session.id = asked.session_id AND session.expires_at > now()
     JOIN member ON member.account_id = session.account_id AND member.organisation_id = asked.organisation_id`,
    [asked.map(({ sessionId }) => sessionId), asked.map(({ organisationId }) => organisationId)],
  );
  return rows;
}
