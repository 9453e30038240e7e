import type { ChangeSource } from '@bunting/changes';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { writeConditions, writeSearchConditions } from './conditions.ts';
import type { AuditFilters } from './filters.ts';

/** The longest `before` and `after` of a record in a list, together, as JSON. */
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
  /** The number of the change request that was applied; null = the change was made directly. */
  readonly change_request: number | null;
  /** Number of comments in its thread. */
  readonly comments: number;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The two are too large for a list, and null here. */
  readonly is_shortened: boolean;
}

const columns = `record.id, record.created_at AS at, record.actor, record.source, record.action, record.subject,
  project.slug AS project, environment.slug AS environment, feature.slug AS feature,
  record.project_id, record.environment_id, record.feature_id, record.change_id, record.comment, record.change_request,
  (SELECT count(*)::int FROM comment WHERE audit_record_id = record.id) AS comments`;
const joins = `LEFT JOIN project ON project.id = record.project_id
  LEFT JOIN environment ON environment.id = record.environment_id
  LEFT JOIN feature ON feature.id = record.feature_id`;

/** The stored, compressed size is compared first, so that large values need not be read to be measured. */
const isLarge = `CASE
  WHEN coalesce(pg_column_size(record.before), 0) + coalesce(pg_column_size(record.after), 0) > ${maxBytesInLists} THEN true
  ELSE coalesce(octet_length(record.before::text), 0) + coalesce(octet_length(record.after::text), 0) > ${maxBytesInLists}
END`;

/** So many records are read through for what no index leads to; then the page ends, and the next one goes on. */
const soughtAtOnce = 20_000;

export interface AuditPage extends PageRows<AuditRow> {
  /** The id of the last record that was read through, where there may be more behind it. */
  readonly goesOnAfter: string | undefined;
}

export interface AuditQuestion {
  readonly filters: AuditFilters;
  readonly before: string | undefined;
  readonly limit: number;
  /** True if addresses of webhook endpoints may be found by a part of them. */
  readonly seesReceivers: boolean;
}

/** Records older than the one with the id `before`, the newest first. */
export async function readAuditLog(
  pool: Pool,
  organisation: { readonly id: string },
  { filters, before, limit, seesReceivers }: AuditQuestion,
): Promise<AuditPage> {
  const { values: ofConditions, conditions } = writeConditions(organisation, filters, before);
  const { values, conditions: sought } = writeSearchConditions(filters, ofConditions, seesReceivers);
  values.push(limit);
  const isThrough = sought.length > 0;
  const found = isThrough
    ? `(SELECT * FROM audit_record AS record WHERE ${conditions.join(' AND ')}
        ORDER BY record.id DESC LIMIT ${soughtAtOnce}) AS record
       WHERE ${sought.join(' AND ')}`
    : `audit_record AS record WHERE ${conditions.join(' AND ')}`;
  const page = await readPageRows<AuditRow>(
    pool,
    `SELECT ${columns}, is_shortened,
       CASE WHEN NOT is_shortened THEN record.before END AS before,
       CASE WHEN NOT is_shortened THEN record.after END AS after
     FROM (
       SELECT *, ${isLarge} AS is_shortened
       FROM ${found}
       ORDER BY record.id DESC LIMIT $${values.length}
     ) AS record
     ${joins}
     ORDER BY record.id DESC`,
    values,
  );
  if (!isThrough || page.isCut || page.rows.length === limit) return { ...page, goesOnAfter: undefined };
  const { rows: ends } = await pool.query<{ id: string }>(
    `SELECT record.id FROM audit_record AS record WHERE ${conditions.join(' AND ')}
     ORDER BY record.id DESC OFFSET ${soughtAtOnce - 1} LIMIT 1`,
    ofConditions,
  );
  return { ...page, goesOnAfter: ends[0]?.id };
}

/** Returns whether more than `most` records of the organisation match the filters with an index. */
export async function hasMoreRecords(
  pool: Pool,
  organisation: { readonly id: string },
  filters: AuditFilters,
  most: number,
): Promise<boolean> {
  const { values, conditions } = writeConditions(organisation, filters, undefined);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT record.id FROM audit_record AS record WHERE ${conditions.join(' AND ')}
     ORDER BY record.id DESC OFFSET $${values.length + 1} LIMIT 1`,
    [...values, most],
  );
  return rows.length > 0;
}

/** Reads one complete record; `undefined` = the organisation has no such record. */
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
