import type { HistoryRecord } from '@bunting/history';
import { leastIdAt } from '@bunting/database';
import type { PoolClient } from 'pg';
import { readPageRows } from '../framework/http/read-page-rows.ts';

const recordsAtOnce = 500;

interface HistoryRow extends HistoryRecord {
  readonly id: string;
  readonly at: Date;
}

/**
 * Yields the records of a feature and of its serving in an environment, the newest first, page by page: a few may be many
 * megabytes. The order is that of the ids, in which changes of a project were written; their times are those at which they began.
 */
export async function* readHistory(
  client: PoolClient,
  {
    organisationId,
    featureId,
    environmentId,
  }: { readonly organisationId: string; readonly featureId: string; readonly environmentId: string },
): AsyncGenerator<HistoryRow> {
  let last: string | undefined;
  for (;;) {
    const { rows, isCut } = await readPageRows<HistoryRow>(
      client,
      `SELECT id, created_at AS at, action, environment_id AS "environmentId", before, after FROM audit_record
       WHERE organisation_id = $1 AND feature_id = $2 AND (environment_id IS NULL OR environment_id = $3)
         AND ($4::uuid IS NULL OR id < $4)
       ORDER BY id DESC LIMIT $5`,
      [organisationId, featureId, environmentId, last, recordsAtOnce],
    );
    yield* rows;
    last = rows.at(-1)?.id;
    if (last === undefined || (!isCut && rows.length < recordsAtOnce)) return;
  }
}

/**
 * Returns whether the audit log has everything since a time. Old records are removed in their order, so an older one proves it;
 * otherwise the time must be within their retention.
 * @param keepMs the lifetime of records; undefined = for ever, as far as is known: it may have been otherwise
 */
export async function hasHistorySince(
  client: PoolClient,
  since: Date,
  { keepMs, now }: { readonly keepMs: number | undefined; readonly now: Date },
): Promise<boolean> {
  if (keepMs !== undefined && since.getTime() >= now.getTime() - keepMs) return true;
  const { rowCount } = await client.query(
    'SELECT FROM (SELECT id FROM audit_record ORDER BY id LIMIT 1) AS oldest WHERE id < $1',
    [leastIdAt(since)],
  );
  return rowCount !== 0;
}
