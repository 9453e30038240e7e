import { Type } from '@bunting/definitions/type';
import { HttpError } from '@bunting/service';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import type { Changing } from '../framework/change.ts';
import type { FrameworkDependencies } from '../framework/dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { explainFailure } from '../framework/explain-failure.ts';
import { may } from '../framework/access/authorisation.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { nullable, stringEnum } from '../framework/schemas.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { getComment } from './apply-change-request.ts';
import { applyInTransaction, lockForApplying } from './apply-request.ts';
import { readContents } from './contents.ts';
import type { ChangeRequestDependencies } from './dependencies.ts';
import { findInPath } from './found-request.ts';
import { handleFailure } from './handle-failure.ts';
import { createPassage } from './passage.ts';
import { requirePathNumber } from './path-number.ts';
import { previewRequest } from './preview-request.ts';
import { rebaseRequest } from './rebase-request.ts';
import { conflictsSchema, linesSchema, listLines, requestSchema, toRequest } from './representation.ts';
import { verdicts } from './request-row.ts';
import { requireManaging, toPerson } from './rights.ts';
import { requestsPath } from './routes.ts';
import { giveVerdict } from './verdicts.ts';

type Needs = Changing & FrameworkDependencies & EnvironmentDependencies & ChangeRequestDependencies;

const path = `${requestsPath}/{number}`;

export const changeRequestDecisionRoutes = [
  readRoute({
    method: 'POST',
    path: `${path}/preview`,
    isExpensive: true,
    summary: 'Preview a change request',
    description:
      'Merges it into the current state, on top of the requests that are applied before it, and shows what it would change, or what conflicts. Applies nothing, but the stage of the request follows from the result.',
    answer: Type.Object({
      changes: linesSchema,
      conflicts: conflictsSchema,
      affected_environments: Type.Array(Type.String(), { description: 'slugs' }),
    }),
    async handle(
      { organisation, project, params },
      dependencies: FrameworkDependencies & EnvironmentDependencies,
    ) {
      const found = await findInPath(dependencies.pool, { organisation, project }, params.number);
      const { proposal, conflicts } = await previewRequest(dependencies, found);
      const altered = new Set(proposal?.environmentIds);
      return {
        body: {
          changes: listLines(proposal?.records ?? [], found.environments),
          conflicts: (conflicts ?? []) as [],
          affected_environments: found.environments.flatMap(({ id, slug }) =>
            altered.has(id) ? [slug] : [],
          ),
        },
      };
    },
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/verdicts`,
    action: 'read',
    summary: 'Approve a change request, or request changes',
    description:
      'You need the role that an altered environment asks of its approvers, and must not have written, edited, rebased, scheduled or taken over the request. `none` takes your verdict back. The verdict is about the `revision` that you read: if there is a later one, returns 409 `changed_meanwhile`.',
    body: Type.Object(
      {
        verdict: stringEnum([...verdicts, 'none']),
        revision: Type.Integer({ minimum: 1 }),
        comment: Type.Optional(nullable(Type.String({ maxLength: 2_000, description: 'plain text' }))),
      },
      { additionalProperties: false },
    ),
    answer: requestSchema,
    async handle({ organisation, project, caller, role, params, body }, dependencies: Needs) {
      const { change, changeRequestExpiryDays } = dependencies;
      const number = requirePathNumber(params.number);
      return change(async (transaction) => {
        const locked = await lockExistingProject(transaction, organisation, project);
        const row = await giveVerdict(transaction, locked, number, { ...body, by: { caller, role } });
        const { records } = await readContents(transaction.client, row.id);
        return toRequest(row, records, changeRequestExpiryDays);
      });
    },
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/rebase`,
    action: 'propose',
    summary: 'Rebase a change request',
    description:
      'Merges it into the current state and stores the result as a new revision. `resolve` decides conflicts by their paths, `order` who comes first where both sides added or moved rules. Conflicts that are left return 409 `conflict`. You cannot approve a request that you have rebased.',
    body: Type.Object(
      {
        resolve: Type.Optional(
          Type.Array(
            Type.Object(
              { path: Type.String({ maxLength: 2_000 }), take: stringEnum(['now', 'wanted']) },
              { additionalProperties: false },
            ),
            { maxItems: 1_000 },
          ),
        ),
        order: Type.Optional(stringEnum(['theirs_first', 'mine_first'])),
      },
      { additionalProperties: false },
    ),
    answer: requestSchema,
    async handle({ organisation, project, caller, role, params, body }, dependencies: Needs) {
      const { change, pool, userSigningKeys, changeRequestExpiryDays } = dependencies;
      const found = await findInPath(pool, { organisation, project }, params.number);
      return change(async (transaction) => {
        const locked = await lockForApplying(transaction, found);
        const by = toPerson(caller, role);
        const writing = { role: 'owner', userSigningKeys } as const;
        const row = await rebaseRequest(transaction, locked, body, { by, writing });
        const { records } = await readContents(transaction.client, row.id);
        return toRequest(row, records, changeRequestExpiryDays);
      });
    },
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/apply`,
    action: 'propose',
    summary: 'Apply a change request',
    description:
      'Makes the change in the name of its author. The author and everybody who may approve the request can apply it once it is ready. `without_approval` is a reason for which an admin or owner applies it although approvals are missing, where the environments allow that. A conflict, and a merge that does not fit together any more, are also stored as the `failure` of the request.',
    body: Type.Object(
      {
        without_approval: Type.Optional(
          Type.String({ minLength: 10, maxLength: 500, description: 'the reason' }),
        ),
      },
      { additionalProperties: false },
    ),
    answer: requestSchema,
    async handle({ organisation, project, caller, role, params, body }, dependencies: Needs) {
      const { change, isDryRun, pool, changeRequestExpiryDays } = dependencies;
      const found = await findInPath(pool, { organisation, project }, params.number);
      requireManaging(found, toPerson(caller, role));
      const { without_approval: reason } = body;
      if (reason !== undefined && caller.kind === 'api_token') throw settingsErrors.notForTokens;
      if (reason !== undefined && !may(role, 'serve-protected')) {
        throw settingsErrors.forbidden('serve-protected');
      }
      const application = {
        appliedBy: caller.email,
        ...(reason !== undefined && { withoutApproval: { reason } }),
      };
      try {
        return await change(
          async (transaction) => {
            const row = await applyInTransaction(transaction, found, application, dependencies);
            const { records } = await readContents(transaction.client, row.id);
            return toRequest(row, records, changeRequestExpiryDays);
          },
          {
            author: { kind: 'change_request', email: found.author },
            comment: reason ?? getComment(found.title),
            changeRequest: found.number,
            approved: createPassage(project, found.number, application),
          },
        );
      } catch (error) {
        const explained = explainFailure(error);
        if (!isDryRun && explained instanceof HttpError) await handleFailure(dependencies, found, explained);
        throw explained;
      }
    },
  }),
];
