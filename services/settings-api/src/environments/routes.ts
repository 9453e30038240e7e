import { changeEnvironments, runChange, readEnvironments } from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes';
import { newId } from '@bunting/database';
import { nameSchema, slugSchema, storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { lockOrganisationAndProject } from '../projects/locks.ts';
import { listEnvironments, readLockedEnvironment } from './queries.ts';

const path = '/organisations/{org}/projects/{project}/environments';

const environmentSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  protected: Type.Boolean({ description: 'only admins and owners change what is served here' }),
});

function toEnvironment({ slug, name, protected: isProtected }: Omit<EnvironmentState, 'id'>) {
  return { slug, name, protected: isProtected };
}

export const environmentRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the environments of a project',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(environmentSchema),
    async handle({ project, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listEnvironments(pool, project, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toEnvironment, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-projects',
    summary: 'Create an environment',
    description: 'It serves nothing yet and has no key.',
    body: Type.Object(
      { slug: slugSchema, name: Type.Optional(nameSchema), protected: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    status: 201,
    answer: environmentSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body }, dependencies) {
      const slug = storedSlug(body.slug);
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const stored = await readEnvironments(transaction, locked);
        if (stored.some((each) => each.slug === slug)) throw settingsErrors.taken('environment', slug);
        const { name = body.slug, protected: isProtected = false } = body;
        const after = { id: newId(), slug, name, protected: isProtected };
        await changeEnvironments(transaction, locked, [{ after }]);
        return after;
      });
      return { body: toEnvironment(result) };
    },
  }),

  route({
    method: 'GET',
    path: `${path}/{env}`,
    action: 'read',
    summary: 'Read an environment',
    status: 200,
    answer: environmentSchema,
    hasETag: true,
    handle: async ({ environment }) => ({ body: toEnvironment(environment) }),
  }),

  route({
    method: 'PATCH',
    path: `${path}/{env}`,
    action: 'manage-projects',
    summary: 'Rename an environment, protect it or open it',
    description: 'Its slug stays, because webhooks name it.',
    body: Type.Object(
      { name: Type.Optional(nameSchema), protected: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    status: 200,
    answer: environmentSchema,
    hasETag: true,
    async handle({ organisation, project, environment, caller, body, ifMatch }, dependencies) {
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedEnvironment(transaction, locked, environment);
        requireMatch(ifMatch, toEnvironment(before));
        const after = { ...before, ...body };
        await changeEnvironments(transaction, locked, [{ before, after }]);
        return after;
      });
      return { body: toEnvironment(result) };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{env}`,
    action: 'manage-projects',
    summary: 'Delete an environment with its keys and all that it serves',
    status: 204,
    async handle({ organisation, project, environment, caller, ifMatch }, dependencies) {
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        const locked = await lockOrganisationAndProject(transaction, organisation, project);
        const before = await readLockedEnvironment(transaction, locked, environment);
        requireMatch(ifMatch, toEnvironment(before));
        await changeEnvironments(transaction, locked, [{ before }]);
      });
      return { body: undefined };
    },
  }),
];
