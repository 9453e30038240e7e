import { isDeepStrictEqual } from 'node:util';
import type { RecordedChange } from '@bunting/changes';
import { leastIdAt } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import type { Access } from '../framework/access/require-access.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

export type Params = Readonly<Record<string, string>>;

/** A 412 lists the differences of at most this many records. */
export const maxRecords = 20;
/** The number of records of all endpoints that are searched for those of one. */
const maxEndpointRecords = 200;

export interface ChangeRow extends Pick<RecordedChange, 'action' | 'subject' | 'before' | 'after'> {
  readonly id: string;
  readonly actor: string;
  readonly at: Date;
  readonly change_id: string | null;
}

type Document = 'feature' | 'segment' | 'environment' | 'project' | 'webhook endpoint' | 'organisation';

/** Returns the document that the path names, if a 412 lists its changes. Everything below a feature has the ETag of the feature, or of what an environment serves of it. */
export function findDocument({ organisation, project }: Access, params: Params): Document | undefined {
  if (organisation === undefined) return undefined;
  if (project !== undefined && params['feature'] !== undefined) return 'feature';
  switch (Object.keys(params).toSorted().join()) {
    case 'org,project,segment':
      return 'segment';
    case 'env,org,project':
      return 'environment';
    case 'org,project':
      return 'project';
    case 'id,org':
      return 'webhook endpoint';
    case 'org':
      return 'organisation';
    default:
      return undefined;
  }
}

const columns = 'id, actor, created_at AS at, change_id, action, subject, before, after';

/** Reads the records of the document since a time, the newest first, with one more than are listed. Records beyond the size of a page are left out. */
export async function readConcurrentRecords(
  pool: Pool,
  access: Access,
  params: Params,
  since?: Date,
): Promise<PageRows<ChangeRow>> {
  const { organisation, project, environment, featureId } = access;
  const document = findDocument(access, params);
  if (organisation === undefined || document === undefined) return { rows: [], isCut: false };
  const from = since === undefined ? null : leastIdAt(since);
  switch (document) {
    case 'feature':
      return readPageRows<ChangeRow>(
        pool,
        `SELECT ${columns} FROM audit_record
         WHERE organisation_id = $1 AND feature_id = $2 AND environment_id IS NOT DISTINCT FROM $3::uuid
           AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
        [organisation.id, featureId, environment?.id ?? null, from, maxRecords + 1],
      );
    case 'segment':
      return readPageRows<ChangeRow>(
        pool,
        `SELECT ${columns} FROM audit_record
         WHERE organisation_id = $1 AND action = 'segment.updated' AND subject = $2 AND project_id = $3
           AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
        [
          organisation.id,
          `${project?.slug}/${params['segment']?.toLowerCase()}`,
          project?.id,
          from,
          maxRecords + 1,
        ],
      );
    case 'environment':
      // Moving another environment may move this one. A signing secret counts, because the representation says if there is one.
      return readPageRows<ChangeRow>(
        pool,
        `SELECT ${columns} FROM audit_record
         WHERE organisation_id = $1 AND action = ANY('{environment.updated,signing_secret.created}') AND project_id = $2
           AND (environment_id = $3 OR after->>'position' IS NOT NULL)
           AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
        [organisation.id, project?.id, environment?.id, from, maxRecords + 1],
      );
    case 'project':
    case 'organisation':
      return readPageRows<ChangeRow>(
        pool,
        `SELECT ${columns} FROM audit_record
         WHERE organisation_id = $1 AND action = $2 AND project_id IS NOT DISTINCT FROM $3::uuid
           AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
        [organisation.id, `${document}.updated`, project?.id ?? null, from, maxRecords + 1],
      );
    case 'webhook endpoint':
      return readRecordsOfEndpoint(pool, organisation, params['id'] ?? '', from);
  }
}

/**
 * Reads the records of one endpoint. Records name an endpoint by its URL, which may change and is not unique, so this follows the records
 * back from the stored settings.
 */
async function readRecordsOfEndpoint(
  pool: Pool,
  organisation: { readonly id: string },
  id: string,
  from: string | null,
): Promise<PageRows<ChangeRow>> {
  if (!isUuid(id)) return { rows: [], isCut: false };
  const { rows: stored } = await pool.query<{
    url: string;
    description: string;
    events: string[];
    enabled: boolean;
  }>(
    'SELECT url, description, events, enabled FROM webhook_endpoint WHERE organisation_id = $1 AND id = $2',
    [organisation.id, id],
  );
  const { rows, isCut } = await readPageRows<ChangeRow>(
    pool,
    `SELECT ${columns} FROM audit_record
     WHERE organisation_id = $1 AND action = 'webhook_endpoint.updated' AND ($2::uuid IS NULL OR id >= $2)
     ORDER BY id DESC LIMIT $3`,
    [organisation.id, from, maxEndpointRecords],
  );
  let state: unknown = settingsIn(stored[0]);
  const own = rows.filter((record) => {
    const [before, after] = [settingsIn(record.before), settingsIn(record.after)];
    // A new secret and the end of a hold do not change the ETag.
    if (!isDeepStrictEqual(after, state) || isDeepStrictEqual(before, after)) return false;
    state = before;
    return true;
  });
  return { rows: own.slice(0, maxRecords + 1), isCut };
}

/** Returns the settings of an endpoint that people choose, which its ETag is about. */
function settingsIn(state: unknown): unknown {
  const { url, description, events, enabled } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return { url, description, events, enabled };
}
