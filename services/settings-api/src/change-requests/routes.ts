import type { ChangeTransaction } from '@bunting/changes';
import { Type } from '@bunting/definitions/type';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import type { Changing } from '../framework/change.ts';
import { requireMatch } from '../framework/http/etag.ts';
import type { CheckedProposal } from '../framework/proposals.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import type { BaseDependencies } from '../framework/dependencies.ts';
import { lockExistingProject, lockOrganisationAndProject } from '../projects/locks.ts';
import { readContents } from './contents.ts';
import type { ChangeRequestDependencies, ProposalDependencies } from './dependencies.ts';
import { editRequest } from './edit-request.ts';
import { findProposal, requireFewerOpen } from './find-proposal.ts';
import { requirePathNumber } from './path-number.ts';
import {
  editedRequestSchema,
  linesSchema,
  listLines,
  newRequestSchema,
  requestSchema,
  toRequest,
} from './representation.ts';
import { findRequest } from './request-row.ts';
import { toPerson } from './rights.ts';
import { insertRequest, requireRequest } from './store.ts';
import { readMembers } from './written-members.ts';

export const requestsPath = '/organisations/{org}/projects/{project}/change-requests';

type Needs = Changing & EnvironmentDependencies & ChangeRequestDependencies & ProposalDependencies;

export const changeRequestRoutes = [
  changeRoute({
    method: 'POST',
    path: requestsPath,
    action: 'propose',
    summary: 'Open a change request',
    description:
      'Proposes up to 50 ordinary requests, which are made in a dry run, in their order: problems are those of their routes, with paths such as `changes[0].body.enabled`. The recorded differences are stored and are what is approved and applied. You need the role for each change, but not for protected environments. Targeting, defaults, overrides, copied environments, features, variables, variations, segments, imports, and changes and deletions of environments can be proposed. At most 500 requests of a project are open.',
    body: newRequestSchema,
    status: 201,
    answer: requestSchema,
    dryRunAnswer: Type.Object({ proposed: linesSchema }),
    hasETag: true,
    async handle(
      { organisation, project, role, caller, params, body, req },
      { change, checkProposals, userSigningKeys, changeRequestExpiryDays }: Needs,
    ) {
      const { changes, ...members } = body;
      const proposer = { caller, role, organisation, project: params.project, req };
      const checked = checkProposals(changes, proposer);
      return change(
        async (transaction) => {
          const lock = checked.some((each) => each.locksOrganisation)
            ? lockOrganisationAndProject
            : lockExistingProject;
          const locked = await lock(transaction, organisation, project);
          await requireFewerOpen(transaction, locked);
          const written = await readMembers(transaction, locked, members);
          const proposal = await findProposal(
            transaction,
            locked,
            { afterId: written.after_id, writing: { role: 'owner', userSigningKeys } },
            makeAll(checked),
          );
          const row = await insertRequest(transaction, locked, toPerson(caller, role), written, proposal);
          return { row, records: proposal.records };
        },
        {
          answer: ({ result: { row, records } }) => ({
            body: toRequest(row, records, changeRequestExpiryDays),
          }),
          dryRunAnswer: ({ row, records }) => ({ body: { proposed: listLines(records, row.environments) } }),
        },
      );
    },
  }),

  readRoute({
    path: `${requestsPath}/{number}`,
    summary: 'Read a change request',
    answer: requestSchema,
    hasETag: true,
    async handle(
      { project, params },
      { pool, changeRequestExpiryDays }: BaseDependencies & ChangeRequestDependencies,
    ) {
      const number = requirePathNumber(params.number);
      const row = requireRequest(await findRequest(pool, project, number), number);
      const { records } = await readContents(pool, row.id);
      return { body: toRequest(row, records, changeRequestExpiryDays) };
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${requestsPath}/{number}`,
    action: 'propose',
    summary: 'Edit a change request',
    description:
      'Members that you leave out stay the same. Other `changes`, another `apply.at` or `after` make a new revision: approvals of the old one no longer count, and you cannot approve it.',
    body: editedRequestSchema,
    answer: requestSchema,
    hasETag: true,
    async handle(
      { organisation, project, role, caller, params, body, req, ifMatch },
      { change, checkProposals, userSigningKeys, changeRequestExpiryDays }: Needs,
    ) {
      const number = requirePathNumber(params.number);
      const proposer = { caller, role, organisation, project: params.project, req };
      const checked = body.changes && checkProposals(body.changes, proposer);
      return change(
        async (transaction) => {
          const lock = checked?.some((each) => each.locksOrganisation)
            ? lockOrganisationAndProject
            : lockExistingProject;
          const locked = await lock(transaction, organisation, project);
          const row = await editRequest(transaction, locked, number, {
            body,
            by: toPerson(caller, role),
            makeChanges: checked && makeAll(checked),
            writing: { role: 'owner', userSigningKeys },
            check: async (stored) => {
              if (ifMatch === undefined) return;
              const { records } = await readContents(transaction.client, stored.id);
              requireMatch(ifMatch, toRequest(stored, records, changeRequestExpiryDays));
            },
          });
          const { records } = await readContents(transaction.client, row.id);
          return { row, records };
        },
        {
          answer: ({ result: { row, records } }) => ({
            body: toRequest(row, records, changeRequestExpiryDays),
          }),
        },
      );
    },
  }),
];

function makeAll(checked: readonly CheckedProposal[]) {
  return async (transaction: ChangeTransaction) => {
    for (const { make } of checked) await make(transaction);
  };
}
