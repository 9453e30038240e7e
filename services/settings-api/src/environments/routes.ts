import {
  changeEnvironments,
  moveEnvironment,
  newEnvironment,
  readEnvironments,
  type EnvironmentState,
} from '@bunting/changes/environments';
import { newId } from '@bunting/database';
import { slugSchema, storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { createPageSchema, pageQuery, toPage } from '../framework/http/page.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { timeSchema } from '../framework/schemas.ts';
import { lockOrganisationAndProject } from '../projects/locks.ts';
import type { EnvironmentDependencies } from './dependencies.ts';
import { listEnvironments, readLockedEnvironment, type EnvironmentKey } from './queries.ts';
import { environmentSchema, settingsSchema, toEnvironment, withSettings } from './representation.ts';
import { makeSigningSecret, resealSigningSecret } from './signing-secret.ts';

const path = '/organisations/{org}/projects/{project}/environments';

/** Beyond the last place it becomes the last. */
const positionSchema = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'its position in lists, from 0',
});

const keyOf = ({ position, slug }: EnvironmentState) => compositeKey([position, slug]);

function isEnvironmentKey(key: readonly unknown[]): key is EnvironmentKey {
  const [position, slug, ...more] = key;
  return (
    Number.isInteger(position) &&
    Math.abs(position as number) < 2 ** 31 &&
    typeof slug === 'string' &&
    more.length === 0
  );
}

export const environmentRoutes = [
  readRoute({
    path,
    summary: 'List the environments of a project, by position and slug',
    query: pageQuery({}),
    answer: createPageSchema(environmentSchema),
    async handle({ project, query }, { pool }) {
      const after = readCompositeCursor(query.cursor, isEnvironmentKey) ?? ([-1, ''] as const);
      const { rows, isCut } = await listEnvironments(pool, project, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, keyOf, toEnvironment, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'manage-projects',
    summary: 'Create an environment',
    description: 'It serves nothing yet, has no keys, and is last in the list.',
    body: Type.Object({ slug: slugSchema, ...settingsSchema.properties }, { additionalProperties: false }),
    status: 201,
    answer: environmentSchema,
    hasETag: true,
    async handle({ organisation, project, body }, { change }) {
      const slug = storedSlug(body.slug);
      return change(async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const stored = await readEnvironments(transaction, locked);
        if (stored.some((each) => each.slug === slug)) throw settingsErrors.taken('environment', slug);
        const empty = { ...newEnvironment, id: newId(), slug, name: body.slug };
        const after = { ...withSettings(empty, body), position: stored.length };
        await changeEnvironments(transaction, locked, [{ after }]);
        return toEnvironment(after);
      });
    },
  }),

  readRoute({
    path: `${path}/{env}`,
    summary: 'Read an environment',
    answer: environmentSchema,
    hasETag: true,
    handle: async ({ environment }) => ({ body: toEnvironment(environment) }),
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{env}`,
    action: 'manage-projects',
    isProposable: true,
    summary: 'Update an environment',
    description:
      'Changes its name, protection and position, and who can use its client keys. Its slug cannot change, because webhooks contain it. `position` moves it to that index of the list. With `require_signed_users` but no signing secret, client keys reject every user with an identity: create the secret first.',
    body: Type.Object(
      { ...settingsSchema.properties, position: Type.Optional(positionSchema) },
      { additionalProperties: false },
    ),
    answer: environmentSchema,
    hasETag: true,
    handle: (
      { organisation, project, environment, body, ifMatch },
      { change, userSigningKeys }: Changing & EnvironmentDependencies,
    ) =>
      change(async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedEnvironment(transaction, locked, environment);
        requireMatch(ifMatch, toEnvironment(before));
        const after = withSettings(before, body);
        await changeEnvironments(transaction, locked, [{ before, after }]);
        await resealSigningSecret(transaction, locked, after, userSigningKeys);
        if (body.position === undefined) return toEnvironment(after);
        return toEnvironment(await moveEnvironment(transaction, locked, after, body.position));
      }),
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{env}`,
    action: 'manage-projects',
    isProposable: true,
    summary: 'Delete an environment, its keys and its targeting',
    handle: ({ organisation, project, environment, ifMatch }, { change }) =>
      change(async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedEnvironment(transaction, locked, environment);
        requireMatch(ifMatch, toEnvironment(before));
        await changeEnvironments(transaction, locked, [{ before }]);
      }),
  }),

  changeRoute({
    method: 'POST',
    path: `${path}/{env}/signing-secret`,
    action: 'manage-projects',
    summary: 'Create a signing secret for an environment',
    description:
      'Signs the users of client keys. Only this response contains it. The previous secret stays valid until you create the next one, so that servers can switch over.',
    status: 201,
    answersSecret: true,
    answer: Type.Object({
      secret: Type.String({ description: '`bus_` and 64 hexadecimal digits' }),
      created_at: timeSchema,
    }),
    handle: (
      { organisation, project, environment },
      { change, userSigningKeys }: Changing & EnvironmentDependencies,
    ) =>
      change(
        async (transaction) => {
          const locked = await lockOrganisationAndProject(transaction, organisation, project);
          const stored = await readLockedEnvironment(transaction, locked, environment);
          return makeSigningSecret(transaction, locked, stored, userSigningKeys);
        },
        {
          answer: ({ result }) => ({
            body: { secret: result.secret, created_at: result.createdAt.toISOString() },
          }),
        },
      ),
  }),
];
