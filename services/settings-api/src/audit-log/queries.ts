import type { ChangeSource } from '@bunting/changes';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { AuditFilters } from './filters.ts';

/** How long `before` and `after` of a record in a list may be together, as JSON. */
const maxBytesInLists = 64 * 1024;

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly source: ChangeSource;
  readonly action: string;
  readonly subject: string;
  readonly project: string | null;
  readonly environment: string | null;
  readonly feature: string | null;
  readonly project_id: string | null;
  readonly environment_id: string | null;
  readonly feature_id: string | null;
  /** Equal in all records of one change; null = the record is older than such ids. */
  readonly change_id: string | null;
  readonly comment: string | null;
  /** How many comments its thread has. */
  readonly comments: number;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The two are too large for a list, and null here. */
  readonly is_shortened: boolean;
}

const columns = `record.id, record.created_at AS at, record.actor, record.source, record.action, record.subject,
  project.slug AS project, environment.slug AS environment, feature.slug AS feature,
  record.project_id, record.environment_id, record.feature_id, record.change_id, record.comment,
  (SELECT count(*)::int FROM comment WHERE audit_record_id = record.id) AS comments`;
const joins = `LEFT JOIN project ON project.id = record.project_id
  LEFT JOIN environment ON environment.id = record.environment_id
  LEFT JOIN feature ON feature.id = record.feature_id`;

/** The stored, compressed size is compared first, so that large values need not be read to be measured. */
const isLarge = `CASE
  WHEN coalesce(pg_column_size(record.before), 0) + coalesce(pg_column_size(record.after), 0) > ${maxBytesInLists} THEN true
  ELSE coalesce(octet_length(record.before::text), 0) + coalesce(octet_length(record.after::text), 0) > ${maxBytesInLists}
END`;

/** Records older than the one with the id `before`, the newest first. */
export async function readAuditLog(
  pool: Pool,
  organisation: { readonly id: string },
  filters: AuditFilters,
  before: string | undefined,
  limit: number,
): Promise<PageRows<AuditRow>> {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (condition: (placeholder: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add((id) => `record.organisation_id = ${id}`, organisation.id);
  addIds('project_id', filters.projectIds);
  addIds('feature_id', filters.featureIds);
  add((actor) => `record.actor = ${actor}`, filters.actor);
  add((action) => `record.action = ${action}`, filters.action);
  add((id) => `record.change_id = ${id}`, filters.changeId);
  add((time) => `record.created_at >= ${time}`, filters.from);
  add((time) => `record.created_at < ${time}`, filters.to);
  // Ids begin with the time, so that the index finds a part of the log, however old it is.
  add((id) => `record.id >= ${id}`, filters.from && firstIdAt(filters.from.getTime() - maxChangeMs));
  add((id) => `record.id < ${id}`, filters.to && firstIdAt(filters.to.getTime() + maxChangeMs));
  add((id) => `record.id < ${id}`, before);
  values.push(limit);

  return readPageRows<AuditRow>(
    pool,
    `SELECT ${columns}, is_shortened,
       CASE WHEN NOT is_shortened THEN record.before END AS before,
       CASE WHEN NOT is_shortened THEN record.after END AS after
     FROM (
       SELECT *, ${isLarge} AS is_shortened
       FROM audit_record AS record
       WHERE ${conditions.join(' AND ')}
       ORDER BY record.id DESC LIMIT $${values.length}
     ) AS record
     ${joins}
     ORDER BY record.id DESC`,
    values,
  );

  /** For one id, the usual case, PostgreSQL reads the log in the order of the index. */
  function addIds(column: string, ids: readonly string[] | undefined): void {
    if (ids?.length === 1) add((id) => `record.${column} = ${id}`, ids[0]);
    else add((list) => `record.${column} = ANY(${list}::uuid[])`, ids);
  }
}

/** How long a change may take. A record has the time at which its change began; its id has the time at which it was written. */
const maxChangeMs = 60 * 60 * 1000;

/** The lowest UUIDv7 of a moment. */
function firstIdAt(time: number): string {
  const hex = Math.min(Math.max(0, time), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** One complete record; `undefined` = the organisation has no such record. */
export async function readAuditRecord(
  pool: Pool,
  organisation: { readonly id: string },
  id: string,
): Promise<AuditRow | undefined> {
  const { rows } = await pool.query<AuditRow>(
    `SELECT ${columns}, record.before, record.after, false AS is_shortened FROM audit_record AS record ${joins}
     WHERE record.id = $1 AND record.organisation_id = $2`,
    [id, organisation.id],
  );
  return rows[0];
}
