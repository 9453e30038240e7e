import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { nullableTimeSchema, timeSchema } from '../framework/schemas.ts';
import {
  addComment,
  deleteComment,
  editComment,
  lockOwnComment,
  readComments,
  requireAuditRecord,
  type CommentRow,
} from './queries.ts';

const path = '/organisations/{org}/audit-log/{id}/comments';

export const commentBodySchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 10_000, description: 'plain text' }) },
  { additionalProperties: false },
);

export const commentSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    author: Type.String({ description: 'an email address; the author may have left' }),
    text: Type.String({ description: 'plain text: display it as it is' }),
    created_at: timeSchema,
    edited_at: nullableTimeSchema('null = never edited'),
  },
  { title: 'Comment' },
);

/** Returns a comment as answers have it. */
export function toComment({
  id,
  author,
  text,
  created_at,
  edited_at,
}: CommentRow): Static<typeof commentSchema> {
  return {
    id,
    author,
    text,
    created_at: created_at.toISOString(),
    edited_at: edited_at?.toISOString() ?? null,
  };
}

const ofAuthor = 'Only for the author. Comments have no audit records and cause no webhook events.';

export const commentRoutes = [
  readRoute({
    path,
    summary: 'List the comments of an audit record, oldest first',
    query: pageQuery({}),
    answer: createPageSchema(commentSchema),
    async handle({ organisation, params, query: { limit, cursor } }, { pool }) {
      const thread = await requireAuditRecord(pool, organisation, params.id);
      const page = { after: readCursor(cursor, isUuid), limit: limit + 1 };
      const { rows, isCut } = await readComments(pool, thread, page);
      return { body: toPage(rows, limit, ({ id }) => id, toComment, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'comment',
    isForPeople: true,
    recordsNothing: true,
    summary: 'Comment on an audit record',
    description:
      'A record can have at most 1,000 comments. A person can leave at most 5,000 with 5 MiB of text in an organisation. Comments are removed with their record.',
    body: commentBodySchema,
    status: 201,
    answer: commentSchema,
    hasETag: true,
    handle: ({ organisation, caller, params, body: { text } }, { change }) =>
      change(async (transaction) => {
        const thread = await requireAuditRecord(transaction.client, organisation, params.id);
        return toComment(await addComment(transaction, organisation, thread, { author: caller.email, text }));
      }),
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{comment}`,
    action: 'comment',
    isForPeople: true,
    recordsNothing: true,
    summary: 'Edit your comment',
    description: `${ofAuthor} The comment is then shown as edited. A longer text counts towards the limits of its author.`,
    body: commentBodySchema,
    answer: commentSchema,
    hasETag: true,
    async handle({ organisation, caller, params, body: { text }, ifMatch }, { change }) {
      return change(async (transaction) => {
        const thread = await requireAuditRecord(transaction.client, organisation, params.id);
        const named = { thread, id: params.comment, author: caller.email };
        const before = await lockOwnComment(transaction, named);
        requireMatch(ifMatch, toComment(before));
        return toComment(await editComment(transaction, organisation, before, text));
      });
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{comment}`,
    action: 'comment',
    isForPeople: true,
    recordsNothing: true,
    summary: 'Delete your comment',
    description: ofAuthor,
    async handle({ organisation, caller, params, ifMatch }, { change }) {
      return change(async (transaction) => {
        const thread = await requireAuditRecord(transaction.client, organisation, params.id);
        const named = { thread, id: params.comment, author: caller.email };
        const before = await lockOwnComment(transaction, named);
        requireMatch(ifMatch, toComment(before));
        await deleteComment(transaction, before);
      });
    },
  }),
];
