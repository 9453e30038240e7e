import { diff, type RecordedChange } from '@bunting/changes';
import { leastIdAt } from '@bunting/database';
import { HttpError } from '@bunting/service';
import type { Pool } from 'pg';
import type { Dependencies } from '../dependencies.ts';
import type { Access } from './access/require-access.ts';
import { settingsErrors } from './errors.ts';
import { readPageRows, type PageRows } from './http/read-page-rows.ts';

type Params = Readonly<Record<string, string>>;

/** A draft may lie for weeks. */
const rememberedSeconds = 30 * 24 * 3_600;
/** How long a Redis that does not answer may keep an answer waiting. */
const redisTimeoutMs = 500;
const maxRecords = 20;
const maxLines = 50;
const maxLineLength = 300;

/** Remembers when a tag was first answered, so that a later 412 can say what was changed since (ADR 63). Nobody waits for it. */
export function rememberTag(
  { redis, now }: Pick<Dependencies, 'redis' | 'now'>,
  access: Access,
  params: Params,
  tag: string | undefined,
): void {
  const key = tag === undefined ? undefined : keyOf(access, params, tag);
  if (key === undefined) return;
  redis.set(key, String(now()), 'EX', rememberedSeconds, 'NX').catch(() => {
    // Then a 412 names the last change alone.
  });
}

/** A 412 with who changed it, when, and the lines of what was changed since the tag of `If-Match`, as far as that is known. */
export async function tellChange(
  error: unknown,
  dependencies: Pick<Dependencies, 'redis' | 'pool'>,
  access: Access,
  { params, ifMatch }: { params: Params; ifMatch: string | undefined },
): Promise<unknown> {
  if (!(error instanceof HttpError) || error.status !== 412 || ifMatch === undefined) return error;
  const since = await readSince(dependencies, access, params, ifMatch);
  const found = since && (await readRecords(dependencies.pool, access, params, since));
  const { records, hasEarlier } =
    found !== undefined && found.rows.length > 0
      ? newestOf(found, found.rows)
      : ofLastChange(await readRecords(dependencies.pool, access, params));
  const [last] = records;
  if (last === undefined) return error;
  const lines = diff(records.toReversed());
  const more = lines.length - maxLines;
  return settingsErrors.changedMeanwhile(error.headers['ETag'] ?? '', {
    by: last.actor,
    at: last.at.toISOString(),
    change_id: last.change_id,
    changes: [
      ...lines.slice(0, maxLines).map(({ subject, text }) => ({ subject: cut(subject), text: cut(text) })),
      ...(more > 0 ? [{ subject: '', text: `and ${more} more` }] : []),
      ...(hasEarlier ? [{ subject: '', text: 'and earlier changes' }] : []),
    ],
  });
}

interface Newest {
  readonly records: readonly ChangeRow[];
  /** There are records before these that are left out. */
  readonly hasEarlier: boolean;
}

function ofLastChange(found: PageRows<ChangeRow>): Newest {
  const [last] = found.rows;
  return newestOf(
    found,
    found.rows.filter((record) => record.change_id === last?.change_id),
  );
}

function newestOf({ rows, isCut }: PageRows<ChangeRow>, wanted: readonly ChangeRow[]): Newest {
  return {
    records: wanted.slice(0, maxRecords),
    hasEarlier: wanted.length > maxRecords || (isCut && wanted.length === rows.length),
  };
}

function cut(text: string): string {
  return text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength).toWellFormed()}…`;
}

/** Undefined for what has no tag that a draft may begin from. */
function keyOf({ organisation, project }: Access, params: Params, tag: string): string | undefined {
  const { feature, env, segment } = params;
  if (organisation === undefined || project === undefined) return undefined;
  if (feature === undefined && segment === undefined) return undefined;
  const what = [feature, env, segment].map((slug) => slug?.toLowerCase() ?? '');
  return `bunting:answered:${JSON.stringify([organisation.id, project.id, ...what, tag])}`;
}

/** The moment at which the tag was first answered. */
async function readSince(
  { redis }: Pick<Dependencies, 'redis'>,
  access: Access,
  params: Params,
  ifMatch: string,
): Promise<Date | undefined> {
  const [tag = ''] = ifMatch.split(',');
  const key = keyOf(access, params, tag.trim().replace(/^W\//, ''));
  if (key === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), redisTimeoutMs)));
  const given = await Promise.race([redis.get(key).catch(() => null), timeout]);
  clearTimeout(timer);
  return given === null ? undefined : new Date(Number(given));
}

interface ChangeRow extends Pick<RecordedChange, 'action' | 'subject' | 'before' | 'after'> {
  readonly actor: string;
  readonly at: Date;
  readonly change_id: string | null;
}

/** The newest first, and one more than are told. Of long records only the first that fit a page. */
async function readRecords(
  pool: Pool,
  { organisation, project, environment, featureId }: Access,
  { segment }: Params,
  since?: Date,
): Promise<PageRows<ChangeRow>> {
  if (organisation === undefined || project === undefined) return { rows: [], isCut: false };
  const from = since === undefined ? null : leastIdAt(since);
  const columns = 'actor, created_at AS at, change_id, action, subject, before, after';
  if (featureId !== undefined) {
    return readPageRows<ChangeRow>(
      pool,
      `SELECT ${columns} FROM audit_record
       WHERE organisation_id = $1 AND feature_id = $2 AND environment_id IS NOT DISTINCT FROM $3::uuid
         AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
      [organisation.id, featureId, environment?.id ?? null, from, maxRecords + 1],
    );
  }
  if (segment === undefined) return { rows: [], isCut: false };
  return readPageRows<ChangeRow>(
    pool,
    `SELECT ${columns} FROM audit_record
     WHERE organisation_id = $1 AND action = 'segment.updated' AND subject = $2 AND project_id = $3
       AND ($4::uuid IS NULL OR id >= $4) ORDER BY id DESC LIMIT $5`,
    [organisation.id, `${project.slug}/${segment.toLowerCase()}`, project.id, from, maxRecords + 1],
  );
}
