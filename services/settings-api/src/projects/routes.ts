import { changeProjects, lockProject, runChange } from '@bunting/changes';
import { lockOrganisation } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { nameSchema, slugSchema, storedSlug } from '@bunting/definitions';
import { checkNaming, namingSchema, type ProjectNaming } from '@bunting/definitions/naming';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { lockOrganisationAndProject } from './locks.ts';
import { listProjects, type ListedProject } from './queries.ts';

const projectSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  client_by_default: Type.Boolean({
    description: 'new variables are for client keys, unless whoever makes them says otherwise',
  }),
  naming: Type.Unsafe<ProjectNaming | null>({
    ...namingSchema,
    description: 'what the slugs of new features and variables must match; null = nothing',
  }),
});

function toProject({ slug, name, clientByDefault, naming }: ListedProject) {
  return { slug, name, client_by_default: clientByDefault, naming };
}

export const projectRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects',
    action: 'read',
    summary: 'List the projects of an organisation',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(projectSchema),
    async handle({ organisation, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listProjects(pool, organisation, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toProject, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path: '/organisations/{org}/projects',
    action: 'manage-projects',
    summary: 'Create a project',
    body: Type.Object(
      {
        slug: slugSchema,
        name: Type.Optional(nameSchema),
        client_by_default: Type.Optional(Type.Boolean()),
        naming: Type.Optional(namingSchema),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answer: projectSchema,
    hasETag: true,
    async handle({ organisation, caller, body }, dependencies) {
      requireNoProblems(checkNaming(body.naming, 'naming'));
      const slug = storedSlug(body.slug);
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        if (await lockProject(transaction, organisation, slug)) throw settingsErrors.taken('project', slug);
        const { name = body.slug, client_by_default: clientByDefault = false, naming = null } = body;
        const after = { id: newId(), organisationId: organisation.id, slug, name, clientByDefault, naming };
        await changeProjects(transaction, [{ after }]);
        return after;
      });
      return { body: toProject(result) };
    },
  }),

  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}',
    action: 'read',
    summary: 'Read a project',
    status: 200,
    answer: projectSchema,
    hasETag: true,
    handle: async ({ project }) => ({ body: toProject(project) }),
  }),

  route({
    method: 'PATCH',
    path: '/organisations/{org}/projects/{project}',
    action: 'manage-projects',
    summary: 'Rename a project',
    description:
      'Or say whether its new variables are for client keys, and what slugs of new things must match.',
    body: Type.Object(
      {
        name: Type.Optional(nameSchema),
        client_by_default: Type.Optional(Type.Boolean()),
        naming: Type.Optional(namingSchema),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: projectSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body, ifMatch }, dependencies) {
      requireNoProblems(checkNaming(body.naming, 'naming'));
      const { result } = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const before = await lockOrganisationAndProject(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        const { name = before.name, client_by_default: clientByDefault = before.clientByDefault } = body;
        const naming = body.naming === undefined ? before.naming : body.naming;
        const after = { ...before, name, clientByDefault, naming };
        await changeProjects(transaction, [{ before, after }]);
        return after;
      });
      return { body: toProject(result) };
    },
  }),

  route({
    method: 'DELETE',
    path: '/organisations/{org}/projects/{project}',
    action: 'manage-projects',
    summary: 'Delete a project and everything in it',
    status: 204,
    async handle({ organisation, project, caller, ifMatch }, dependencies) {
      await runChange(changeContext(dependencies, caller), async (transaction) => {
        const before = await lockOrganisationAndProject(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        await changeProjects(transaction, [{ before }]);
      });
      return { body: undefined };
    },
  }),
];
