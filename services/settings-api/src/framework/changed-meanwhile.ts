import { diffRecords } from '@bunting/history';
import { withTimeout } from '@bunting/async';
import { HttpError } from '@bunting/service';
import type { Pool } from 'pg';
import type { Dependencies } from '../dependencies.ts';
import type { Access } from './access/require-access.ts';
import { maxRecords, readRecords, taggedOf, type ChangeRow, type Params } from './changed-records.ts';
import { settingsErrors } from './errors.ts';
import type { PageRows } from './http/read-page-rows.ts';

/** A draft may lie for weeks. */
const rememberedSeconds = 30 * 24 * 3_600;
/** How long a Redis that does not answer may keep an answer waiting. */
const redisTimeoutMs = 500;
const maxLines = 50;
const maxLineLength = 300;

/** Remembers when a tag was last answered, so that a later 412 can say what was changed since (ADR 63). Nobody waits for it. */
export function rememberTag(
  { redis, now }: Pick<Dependencies, 'redis' | 'now'>,
  access: Access,
  params: Params,
  tag: string | undefined,
): void {
  const key = tag === undefined ? undefined : keyOf(access, params, tag);
  if (key === undefined) return;
  redis.set(key, String(now()), 'EX', rememberedSeconds).catch(() => {
    // Then a 412 names the last change alone.
  });
}

/** A 412 with who changed it last, who else did, when, and the lines of what was changed since the tag of `If-Match`, as far as that is known. */
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
  const actors = [...new Set(records.map(({ actor }) => actor))];
  const lines = diffRecords(records.toReversed());
  const more = lines.length - maxLines;
  return settingsErrors.changedMeanwhile(error.headers['ETag'] ?? '', {
    by: last.actor,
    others: actors.filter((actor) => actor !== last.actor),
    names: await readNames(dependencies.pool, actors),
    at: last.at.toISOString(),
    change_id: last.change_id,
    // As the stream of changes tells them one by one.
    ...(!hasEarlier && { change_count: new Set(records.map(({ id, change_id: of }) => of ?? id)).size }),
    changes: [
      ...lines.slice(0, maxLines).map(({ subject, text, what }) => ({
        subject: cut(subject),
        text: cut(text),
        what: cut(what),
      })),
      ...(more > 0 ? [moreLines(`and ${more} more`)] : []),
      ...(hasEarlier ? [moreLines('and earlier changes')] : []),
    ],
  });
}

const moreLines = (text: string) => ({ subject: '', text, what: text });

/** The names of those that are accounts, by their addresses. */
async function readNames(pool: Pool, actors: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ email: string; name: string }>(
    `SELECT email, name FROM account WHERE email = ANY($1) AND name <> ''`,
    [actors],
  );
  return Object.fromEntries(rows.map(({ email, name }) => [email, name]));
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
function keyOf(access: Access, params: Params, tag: string): string | undefined {
  const tagged = taggedOf(access, params);
  if (tagged === undefined) return undefined;
  const { feature, env, segment, id } = params;
  const what = [feature, env, segment, id].map((name) => name?.toLowerCase() ?? '');
  const ids = [access.organisation?.id, access.project?.id ?? ''];
  return `bunting:answered:${JSON.stringify([...ids, ...what, tag])}`;
}

/** The moment at which the tag was last answered: what was changed before that has been taken back since. */
async function readSince(
  { redis }: Pick<Dependencies, 'redis'>,
  access: Access,
  params: Params,
  ifMatch: string,
): Promise<Date | undefined> {
  const [tag = ''] = ifMatch.split(',');
  const key = keyOf(access, params, tag.trim().replace(/^W\//, ''));
  if (key === undefined) return undefined;
  const given = await withTimeout(redis.get(key), redisTimeoutMs, 'Redis').catch(() => null);
  return given === null ? undefined : new Date(Number(given));
}
