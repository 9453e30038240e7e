import type { ProjectState } from '@bunting/changes';
import { isUuid } from '@bunting/definitions/uuid';
import type { Pool, PoolClient } from 'pg';
import {
  addComment,
  deleteComment,
  editComment,
  lockOwnComment,
  readComments,
  type Thread,
} from '../comments/queries.ts';
import { commentBodySchema, commentSchema, toComment } from '../comments/routes.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { requirePathNumber } from './path-number.ts';
import { requestsPath } from './routes.ts';

const path = `${requestsPath}/{number}/comments`;

const ofAuthor = 'Only for the author. Comments have no audit records and cause no webhook events.';

export const changeRequestCommentRoutes = [
  readRoute({
    path,
    summary: 'List the comments of a change request, oldest first',
    query: pageQuery({}),
    answer: createPageSchema(commentSchema),
    async handle({ project, params, query: { limit, cursor } }, { pool }) {
      const thread = await requireThread(pool, project, params.number);
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
    summary: 'Comment on a change request',
    description:
      'A change request can have at most 1,000 comments. A person can leave at most 5,000 with 5 MiB of text in an organisation.',
    body: commentBodySchema,
    status: 201,
    answer: commentSchema,
    hasETag: true,
    handle: ({ organisation, project, caller, params, body: { text } }, { change }) =>
      change(async (transaction) => {
        const thread = await requireThread(transaction.client, project, params.number);
        return toComment(await addComment(transaction, organisation, thread, { author: caller.email, text }));
      }),
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{comment}`,
    action: 'comment',
    isForPeople: true,
    recordsNothing: true,
    summary: 'Edit your comment on a change request',
    description: `${ofAuthor} The comment is then shown as edited.`,
    body: commentBodySchema,
    answer: commentSchema,
    hasETag: true,
    handle: ({ organisation, project, caller, params, body: { text }, ifMatch }, { change }) =>
      change(async (transaction) => {
        const thread = await requireThread(transaction.client, project, params.number);
        const named = { thread, id: params.comment, author: caller.email };
        const before = await lockOwnComment(transaction, named);
        requireMatch(ifMatch, toComment(before));
        return toComment(await editComment(transaction, organisation, before, text));
      }),
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{comment}`,
    action: 'comment',
    isForPeople: true,
    recordsNothing: true,
    summary: 'Delete your comment on a change request',
    description: ofAuthor,
    handle: ({ project, caller, params, ifMatch }, { change }) =>
      change(async (transaction) => {
        const thread = await requireThread(transaction.client, project, params.number);
        const named = { thread, id: params.comment, author: caller.email };
        const before = await lockOwnComment(transaction, named);
        requireMatch(ifMatch, toComment(before));
        await deleteComment(transaction, before);
      }),
  }),
];

/** Finds the thread of a change request. Throws 404. */
async function requireThread(
  client: Pool | PoolClient,
  project: Pick<ProjectState, 'id'>,
  text: string,
): Promise<Thread> {
  const number = requirePathNumber(text);
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM change_request WHERE project_id = $1 AND number = $2',
    [project.id, number],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw settingsErrors.unknown('change request', text);
  return { of: 'change request', id };
}
