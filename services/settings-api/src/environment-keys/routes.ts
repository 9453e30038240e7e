import { generateEnvironmentKey, hashEnvironmentKey } from '@bunting/authentication';
import { changeEnvironmentKeys } from '@bunting/changes/environments';
import { newId } from '@bunting/database';
import { keyKinds, nameSchema } from '@bunting/definitions';
import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import { readLockedEnvironment } from '../environments/queries.ts';
import { findAccountId } from '../framework/access/caller.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { nullable, stringEnum } from '../framework/schemas.ts';
import { lockOrganisationAndProject } from '../projects/locks.ts';
import { listEnvironmentKeys, readEnvironmentKey, readLockedKey } from './queries.ts';
import { environmentKeySchema, newEnvironmentKeySchema, toKey } from './representation.ts';

const path = '/organisations/{org}/projects/{project}/environments/{env}/api-keys';

export const environmentKeyRoutes = [
  readRoute({
    path,
    summary: 'List the keys of an environment, including revoked ones',
    query: pageQuery({}),
    answer: createPageSchema(environmentKeySchema),
    async handle({ environment, query }, { pool }) {
      const page = { after: readCursor(query.cursor, isUuid), limit: query.limit + 1 };
      const { rows, isCut } = await listEnvironmentKeys(pool, environment, page);
      return { body: toPage(rows, query.limit, ({ id }) => id, toKey, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'manage-projects',
    summary: 'Create a key for an environment',
    description:
      'Only this response contains the key. A `server` key (the default) is a secret that evaluates every variable and sends events. A `datafile` key is a secret that can also read the datafile. A `client` key can be public and gets only client-side variables.',
    body: Type.Object(
      { name: Type.Optional(nameSchema), kind: Type.Optional(stringEnum(keyKinds)) },
      { additionalProperties: false },
    ),
    status: 201,
    answersSecret: true,
    answer: newEnvironmentKeySchema,
    async handle({ organisation, project, environment, caller, body }, { change }) {
      const { name = null, kind = 'server' } = body;
      const key = generateEnvironmentKey(kind);
      const { hash: keyHash, lastFour } = hashEnvironmentKey(key, kind);
      return change(
        async (transaction) => {
          const locked = await lockOrganisationAndProject(transaction, organisation, project);
          await readLockedEnvironment(transaction, locked, environment);
          const after = {
            id: newId(),
            environmentId: environment.id,
            name,
            kind,
            keyHash,
            lastFour,
            createdById: await findAccountId(transaction.client, caller),
            revokedAt: null,
          };
          await changeEnvironmentKeys(transaction, locked, [{ after }]);
          return readEnvironmentKey(transaction.client, after.id);
        },
        {
          answer: ({ result }) => ({ body: { ...toKey(result), key, revoked_at: null } }),
        },
      );
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{id}`,
    action: 'manage-projects',
    summary: 'Rename a key',
    description: 'Also renames revoked keys. null removes the name.',
    body: Type.Object({ name: nullable(nameSchema) }, { additionalProperties: false }),
    answer: environmentKeySchema,
    handle: ({ organisation, project, environment, params, body }, { change }) =>
      change(async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedKey(transaction, locked, environment, params.id);
        await changeEnvironmentKeys(transaction, locked, [{ before, after: { ...before, name: body.name } }]);
        return toKey(await readEnvironmentKey(transaction.client, before.id));
      }),
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-projects',
    summary: 'Revoke a key',
    description: 'Evaluators reject it within a second. It stays in the list as revoked.',
    comparesIfMatch: false,
    handle: ({ organisation, project, environment, params }, { change }) =>
      change(async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedKey(transaction, locked, environment, params.id);
        const after = { ...before, revokedAt: before.revokedAt ?? transaction.now };
        await changeEnvironmentKeys(transaction, locked, [{ before, after }]);
      }),
  }),
];
