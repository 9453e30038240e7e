import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import type { Change, Changing } from '../framework/change.ts';
import { commentSchema } from '../framework/route-query.ts';
import { changeRoute } from '../framework/route.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { closeRequest, reopenRequest, takeOverRequest } from './close-request.ts';
import { readContents } from './contents.ts';
import type { ChangeRequestDependencies } from './dependencies.ts';
import { requirePathNumber } from './path-number.ts';
import { requestSchema, toRequest } from './representation.ts';
import type { RequestRow } from './request-row.ts';
import { toPerson } from './rights.ts';
import { requestsPath } from './routes.ts';

const path = `${requestsPath}/{number}`;

const onlyComment = Type.Object({ comment: commentSchema }, { additionalProperties: false });

type Needs = Changing & ChangeRequestDependencies;

export const changeRequestStateRoutes = [
  changeRoute({
    method: 'POST',
    path: `${path}/close`,
    action: 'propose',
    summary: 'Close a change request',
    description:
      'The author withdraws it; people who may approve it reject it. Requests that follow it conflict until they are rebased, or are closed with it by `with_followers`.',
    body: Type.Object(
      { comment: commentSchema, with_followers: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    answer: requestSchema,
    handle: ({ caller, role, ...request }, dependencies: Needs) =>
      changeState(request, dependencies, (transaction, project, number) =>
        closeRequest(transaction, project, number, {
          by: toPerson(caller, role),
          withFollowers: request.body.with_followers ?? false,
        }),
      ),
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/reopen`,
    action: 'propose',
    summary: 'Reopen a change request',
    description:
      'Within 30 days of closing it. The request gets a new revision, so that it needs its approvals again, and has no time any more.',
    body: onlyComment,
    answer: requestSchema,
    handle: ({ caller, role, ...request }, dependencies: Needs) =>
      changeState(request, dependencies, (transaction, project, number) =>
        reopenRequest(transaction, project, number, toPerson(caller, role)),
      ),
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/take-over`,
    action: 'propose',
    summary: 'Take over a change request',
    description:
      'You become its author and cannot approve it any more; neither can the author before you. For people who may approve it, for example when its author has left.',
    body: onlyComment,
    answer: requestSchema,
    handle: ({ caller, role, ...request }, dependencies: Needs) =>
      changeState(request, dependencies, (transaction, project, number) =>
        takeOverRequest(transaction, project, number, toPerson(caller, role)),
      ),
  }),
];

interface StateRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly params: { readonly number: string };
  readonly body: { readonly comment?: string };
}

function changeState(
  { organisation, project, params, body }: StateRequest,
  { change, changeRequestExpiryDays }: { readonly change: Change } & ChangeRequestDependencies,
  work: (transaction: ChangeTransaction, project: ProjectState, number: number) => Promise<RequestRow>,
) {
  const number = requirePathNumber(params.number);
  return change(
    async (transaction) => {
      const locked = await lockExistingProject(transaction, organisation, project);
      const row = await work(transaction, locked, number);
      const { records } = await readContents(transaction.client, row.id);
      return toRequest(row, records, changeRequestExpiryDays);
    },
    body.comment === undefined ? {} : { comment: body.comment },
  );
}
