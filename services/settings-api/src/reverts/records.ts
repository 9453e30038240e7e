import type { JsonValue } from '@bunting/evaluator/definition';
import type { PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';

/** A record of a change that is to be reverted. */
export interface RevertedRecord {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly projectId: string;
  readonly environmentId: string | null;
  readonly featureId: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The members of a record that are read before its contents. */
export interface RecordHeader extends Omit<RevertedRecord, 'before' | 'after' | 'projectId'> {
  readonly projectId: string | null;
  readonly bytes: number;
}

/** A change of more is reverted record by record. One of 10,000 features that two environments serve has 50,000 records and some 20 MiB. */
export const maxRecords = 50_000;
export const maxBytes = 32 * 1024 * 1024;

/** Reads all records of the change that the record is part of, or only this record; last first. Records of older releases are single. */
export async function readHeaders(
  client: PoolClient,
  record: { readonly id: string; readonly change_id: string | null },
  organisation: { readonly id: string },
  only: boolean,
): Promise<RecordHeader[]> {
  const { rows } = await client.query<RecordHeader>(
    `SELECT id, action, subject, project_id AS "projectId", environment_id AS "environmentId", feature_id AS "featureId",
       coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) AS bytes
     FROM audit_record WHERE organisation_id = $1 AND (change_id = $2 OR id = $3) ORDER BY id DESC LIMIT $4`,
    [organisation.id, only ? null : record.change_id, record.id, maxRecords + 1],
  );
  return rows;
}

/** The message of a 409 `conflict`. */
export const changedSince = 'Later changes conflict with this revert';

/** The actions that can be merged backwards. */
const revertible = new Set([
  'targeting.created',
  'targeting.updated',
  'targeting.deleted',
  'defaults.updated',
  'overrides.updated',
  'feature.created',
  'feature.updated',
  'feature.deleted',
  'segment.created',
  'segment.updated',
  'segment.deleted',
  'environment.updated',
]);

/** Throws 409 `not_revertible` where one of the records cannot be reverted, or where they are too many. */
export function requireRevertible(
  headers: readonly RecordHeader[],
): asserts headers is readonly (RecordHeader & { readonly projectId: string })[] {
  const others = headers.filter(({ action, projectId }) => !revertible.has(action) || projectId === null);
  if (others.length > 0) {
    throw settingsErrors.notRevertible(
      others.map(({ action, subject }) => ({ path: subject, message: `${action} can't be reverted` })),
    );
  }
  const bytes = headers.reduce((sum, header) => sum + header.bytes, 0);
  if (headers.length > maxRecords || bytes > maxBytes) {
    const message = `the change has more than ${maxRecords} records or ${maxBytes / 1024 / 1024} MiB: revert its records one by one with {"only": true}`;
    throw settingsErrors.notRevertible([{ path: '', message }]);
  }
}

/** The number of records that are read at once. */
const recordsAtOnce = 1_000;

/** Reads the records with their contents, page by page, in the order of the headers. */
export async function* readContents(
  client: PoolClient,
  headers: readonly (RecordHeader & { readonly projectId: string })[],
): AsyncGenerator<readonly RevertedRecord[]> {
  for (let start = 0; start < headers.length; start += recordsAtOnce) {
    const slice = headers.slice(start, start + recordsAtOnce);
    const { rows } = await client.query<Pick<RevertedRecord, 'id' | 'before' | 'after'>>(
      'SELECT id, before, after FROM audit_record WHERE id = ANY($1)',
      [slice.map(({ id }) => id)],
    );
    const contents = new Map(rows.map((row) => [row.id, row]));
    yield slice.map(({ bytes: _bytes, ...header }) => ({
      before: null,
      after: null,
      ...header,
      ...contents.get(header.id),
    }));
  }
}
