import { diffRecords } from '@bunting/history';
import { withTimeout } from '@bunting/async';
import { HttpError } from '@bunting/service';
import type { Pool } from 'pg';
import type { BaseDependencies } from '../framework/dependencies.ts';
import type { Access } from '../framework/access/require-access.ts';
import {
  type ChangeRow,
  type Params,
  findDocument,
  maxRecords,
  readConcurrentRecords,
} from './concurrent-records.ts';
import { settingsErrors } from '../framework/errors.ts';
import type { PageRows } from '../framework/http/read-page-rows.ts';

/** A draft may be weeks old. */
const rememberedSeconds = 30 * 24 * 3_600;
/** Longest time that a 412 waits for Redis. */
const redisTimeoutMs = 500;
const maxLines = 50;
const maxLineLength = 300;

/** Stores when an ETag was last sent, so that a later 412 can list the changes since then (ADR 63). Not awaited. */
export function rememberETag(
  { redis, now }: Pick<BaseDependencies, 'redis' | 'now'>,
  access: Access,
  params: Params,
  tag: string | undefined,
): void {
  const key = tag === undefined ? undefined : keyOf(access, params, tag);
  if (key === undefined) return;
  redis.set(key, String(now()), 'EX', rememberedSeconds).catch(() => {
    // A 412 then lists the last change alone.
  });
}

/** Returns a 412 with its author, the other authors, the time and the lines of the changes since the ETag of `If-Match`. Returns other errors unchanged. */
export async function describeConcurrentChange(
  error: unknown,
  dependencies: Pick<BaseDependencies, 'redis' | 'pool'>,
  access: Access,
  { params, ifMatch }: { params: Params; ifMatch: string | undefined },
): Promise<unknown> {
  if (!(error instanceof HttpError) || error.status !== 412 || ifMatch === undefined) return error;
  const since = await readSince(dependencies, access, params, ifMatch);
  const found = since && (await readConcurrentRecords(dependencies.pool, access, params, since));
  const { records, hasEarlier } =
    found !== undefined && found.rows.length > 0
      ? newestOf(found, found.rows)
      : ofLastChange(await readConcurrentRecords(dependencies.pool, access, params));
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
    // Counted like the events of the change stream.
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

/** Reads the names of the actors that are accounts, by e-mail address. */
async function readNames(pool: Pool, actors: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<{ email: string; name: string }>(
    `SELECT email, name FROM account WHERE email = ANY($1) AND name <> ''`,
    [actors],
  );
  return Object.fromEntries(rows.map(({ email, name }) => [email, name]));
}

interface Newest {
  readonly records: readonly ChangeRow[];
  /** Older records were left out. */
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

/** Returns undefined for documents that no draft starts from. */
function keyOf(access: Access, params: Params, tag: string): string | undefined {
  const document = findDocument(access, params);
  if (document === undefined) return undefined;
  const { feature, env, segment, id } = params;
  const what = [feature, env, segment, id].map((name) => name?.toLowerCase() ?? '');
  const ids = [access.organisation?.id, access.project?.id ?? ''];
  return `bunting:answered:${JSON.stringify([...ids, ...what, tag])}`;
}

/** Reads when the ETag was last sent. Changes before that time were undone since: they are in no difference to the draft. */
async function readSince(
  { redis }: Pick<BaseDependencies, 'redis'>,
  access: Access,
  params: Params,
  ifMatch: string,
): Promise<Date | undefined> {
  const [tag = ''] = ifMatch.split(',');
  const key = keyOf(access, params, tag.trim().replace(/^W\//, ''));
  if (key === undefined) return undefined;
  const sentAt = await withTimeout(redis.get(key), redisTimeoutMs, 'Redis').catch(() => null);
  return sentAt === null ? undefined : new Date(Number(sentAt));
}
