import type { ChangeTransaction } from '@bunting/changes';
import { newId } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

/** More would be a discussion for another place, and whoever reads the record would read them all. */
const maxComments = 1_000;

export interface CommentRow {
  readonly id: string;
  /** E-mail address; of somebody who left, too. */
  readonly author: string;
  readonly text: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
}

/** Comments of one person in an organisation: one of 1,000 characters on each day of thirteen years. */
const maxOfPerson = { comments: 5_000, mebibytes: 5 };

interface Organisation {
  readonly id: string;
}

/** An audit record or a change request that people comment on. `id` is a UUID. */
export interface Thread {
  readonly of: 'audit record' | 'change request';
  readonly id: string;
}

/** Finds the thread of an audit record. Throws 404 for what is not a record of the organisation. */
export async function requireAuditRecord(
  client: Pool | PoolClient,
  organisation: Organisation,
  id: string,
): Promise<Thread> {
  const { rowCount } = isUuid(id)
    ? await client.query('SELECT FROM audit_record WHERE id = $1 AND organisation_id = $2', [
        id,
        organisation.id,
      ])
    : { rowCount: 0 };
  if (rowCount === 0) throw settingsErrors.unknown('audit record', id);
  return { of: 'audit record', id };
}

/** Reads the comments of a thread after the one with the id `after`, the oldest first. */
export function readComments(
  pool: Pool,
  { id: threadId }: Thread,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<PageRows<CommentRow>> {
  return readPageRows<CommentRow>(
    pool,
    `SELECT id, author, text, created_at, edited_at FROM comment
     WHERE (audit_record_id = $1 OR change_request_id = $1) AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [threadId, after, limit],
  );
}

/** Adds a comment. Throws 409 where the thread or the author has as many comments as they may. */
export async function addComment(
  { client, now }: ChangeTransaction,
  organisation: Organisation,
  thread: Thread,
  { author, text }: Pick<CommentRow, 'author' | 'text'>,
): Promise<CommentRow> {
  // With the lock two people cannot both write the last comment.
  if (thread.of === 'audit record') {
    await client.query('SELECT FROM audit_record WHERE id = $1 FOR NO KEY UPDATE', [thread.id]);
  } else await client.query('SELECT FROM change_request WHERE id = $1 FOR NO KEY UPDATE', [thread.id]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM comment WHERE audit_record_id = $1 OR change_request_id = $1',
    [thread.id],
  );
  if ((rows[0]?.count ?? 0) >= maxComments) {
    const noun = thread.of === 'audit record' ? 'An audit record' : 'A change request';
    throw settingsErrors.limitReached(`${noun} can have at most ${maxComments} comments.`);
  }
  await requireRoom(client, organisation, { author, comments: 1, text });
  const comment = { id: newId(), author, text, created_at: now, edited_at: null };
  await client.query(
    `INSERT INTO comment (id, organisation_id, audit_record_id, change_request_id, author, text, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      comment.id,
      organisation.id,
      thread.of === 'audit record' ? thread.id : null,
      thread.of === 'change request' ? thread.id : null,
      author,
      text,
      now,
    ],
  );
  return comment;
}

/** Reads and locks a comment of the author. Throws 404 for what is not one of the thread, and 403 for that of another author. */
export async function lockOwnComment(
  { client }: ChangeTransaction,
  { thread, id, author }: { readonly thread: Thread; readonly id: string; readonly author: string },
): Promise<CommentRow> {
  const { rows } = isUuid(id)
    ? await client.query<CommentRow>(
        `SELECT id, author, text, created_at, edited_at FROM comment
         WHERE id = $1 AND (audit_record_id = $2 OR change_request_id = $2) FOR UPDATE`,
        [id, thread.id],
      )
    : { rows: [] };
  const [comment] = rows;
  if (comment === undefined) throw settingsErrors.unknown('comment', id);
  if (comment.author !== author) throw settingsErrors.notAuthor;
  return comment;
}

/**
 * Throws 409 where the author would have more than one person may leave in an organisation. Comments that were there before the bound stay,
 * and may be made shorter.
 */
async function requireRoom(
  client: PoolClient,
  organisation: Organisation,
  more: {
    readonly author: string;
    readonly comments: number;
    readonly text: string;
    readonly insteadOf?: string;
  },
): Promise<void> {
  const bytes = Buffer.byteLength(more.text) - Buffer.byteLength(more.insteadOf ?? '');
  if (bytes <= 0) return;
  // With the lock one person cannot write two last comments at once.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('comments of ' || $1::text || $2, 0))`, [
    organisation.id,
    more.author,
  ]);
  const { rows } = await client.query<{ comments: number; bytes: string }>(
    `SELECT count(*)::int AS comments, coalesce(sum(octet_length(text)), 0) AS bytes
     FROM comment WHERE organisation_id = $1 AND author = $2`,
    [organisation.id, more.author],
  );
  const left = rows[0]!;
  if (more.comments > 0 && left.comments + more.comments > maxOfPerson.comments) {
    throw settingsErrors.limitReached(
      `You have reached your limit of ${maxOfPerson.comments} comments in this organisation. Delete some first.`,
    );
  }
  if (Number(left.bytes) + bytes > maxOfPerson.mebibytes * 1024 * 1024) {
    throw settingsErrors.limitReached(
      `Your comments in this organisation have reached their limit of ${maxOfPerson.mebibytes} MiB. Delete some first.`,
    );
  }
}

/** Edits a comment. The same text is no edit. Throws 409 if a longer text would exceed the limit of its author. */
export async function editComment(
  { client, now }: ChangeTransaction,
  organisation: Organisation,
  before: CommentRow,
  text: string,
): Promise<CommentRow> {
  if (before.text === text) return before;
  const { author, text: insteadOf } = before;
  await requireRoom(client, organisation, { author, comments: 0, text, insteadOf });
  await client.query('UPDATE comment SET text = $2, edited_at = $3 WHERE id = $1', [before.id, text, now]);
  return { ...before, text, edited_at: now };
}

export async function deleteComment({ client }: ChangeTransaction, { id }: CommentRow): Promise<void> {
  await client.query('DELETE FROM comment WHERE id = $1', [id]);
}
