import { isDeepStrictEqual } from 'node:util';
import type { RecordedChange } from '@bunting/changes';
import { leastIdAt } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import type { Access } from './access/require-access.ts';
import { readPageRows, type PageRows } from './http/read-page-rows.ts';

export type Params = Readonly<Record<string, string>>;

/** So many records are told. */
export const maxRecords = 20;
/** Among so many changes of all endpoints those of one are looked for. */
const maxOfEndpoints = 200;

export interface ChangeRow extends Pick<RecordedChange, 'action' | 'subject' | 'before' | 'after'> {
  readonly id: string;
  readonly actor: string;
  readonly at: Date;
  readonly change_id: string | null;
}

type Tagged = 'feature' | 'segment' | 'environment' | 'project' | 'webhook endpoint' | 'organisation';

/** What the path names, where a 412 tells what was changed of it. What stands below a feature has the tag of the feature, or of what is served. */
export function taggedOf({ organisation, project }: Access, params: Params): Tagged | undefined {
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

/** The newest first, and one more than are told. Of long records only the first that fit a page. */
export async function readRecords(
  pool: Pool,
  access: Access,
  params: Params,
  since?: Date,
): Promise<PageRows<ChangeRow>> {
  const { organisation, project, environment, featureId } = access;
  const tagged = taggedOf(access, params);
  if (organisation === undefined || tagged === undefined) return { rows: [], isCut: false };
  const from = since === undefined ? null : leastIdAt(since);
  switch (tagged) {
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
      // Where another one was moved, this one may have moved along. A signing secret is told, too: that there is one is a part of the answer.
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
        [organisation.id, `${tagged}.updated`, project?.id ?? null, from, maxRecords + 1],
      );
    case 'webhook endpoint':
      return readRecordsOfEndpoint(pool, organisation, params['id'] ?? '', from);
  }
}

/** Records name the address of an endpoint, which others may have, too, and which may be changed: each is followed back from what is stored now. */
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
    [organisation.id, from, maxOfEndpoints],
  );
  let state: unknown = settingsIn(stored[0]);
  const own = rows.filter((record) => {
    const [before, after] = [settingsIn(record.before), settingsIn(record.after)];
    // A new secret and the end of a hold leave the tag as it is.
    if (!isDeepStrictEqual(after, state) || isDeepStrictEqual(before, after)) return false;
    state = before;
    return true;
  });
  return { rows: own.slice(0, maxRecords + 1), isCut };
}

/** What people set of an endpoint. */
function settingsIn(state: unknown): unknown {
  const { url, description, events, enabled } = (state ?? {}) as Readonly<Record<string, unknown>>;
  return { url, description, events, enabled };
}
