import {
  changeProjects,
  lockOrganisation,
  lockProject,
  nameSchema,
  slugSchema,
  storedSlug,
} from '@bunting/changes';
import type { ChangeTransaction, OrganisationState, ProjectState } from '@bunting/changes';
import { newId } from '@bunting/database';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { requireMatch } from '../etag.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';

const projectSchema = Type.Object({ slug: Type.String(), name: Type.String() });

function toProject({ slug, name }: Pick<ProjectState, 'slug' | 'name'>) {
  return { slug, name };
}

/** Both locks, in the order of the one door: who changes environments, keys or the project itself holds the organisation. */
export async function lockForChange(
  transaction: ChangeTransaction,
  organisation: OrganisationState,
  { slug }: ProjectState,
): Promise<ProjectState> {
  await lockOrganisation(transaction, organisation.slug);
  const project = await lockProject(transaction, organisation, slug);
  if (project === undefined) throw settingsErrors.unknown('project', slug);
  return project;
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
      const { rows, isCut } = await readPageRows<{ slug: string; name: string }>(
        pool,
        'SELECT slug, name FROM project WHERE organisation_id = $1 AND slug > $2 ORDER BY slug LIMIT $3',
        [organisation.id, readCursor(query.cursor) ?? '', query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toProject, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path: '/organisations/{org}/projects',
    action: 'manage-projects',
    summary: 'Create a project',
    body: Type.Object({ slug: slugSchema, name: Type.Optional(nameSchema) }, { additionalProperties: false }),
    status: 201,
    answer: projectSchema,
    hasETag: true,
    async handle({ organisation, caller, body }, dependencies) {
      const slug = storedSlug(body.slug);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        if (await lockProject(transaction, organisation, slug)) throw settingsErrors.taken('project', slug);
        const after = { id: newId(), organisationId: organisation.id, slug, name: body.name ?? body.slug };
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
    body: Type.Object({ name: nameSchema }, { additionalProperties: false }),
    status: 200,
    answer: projectSchema,
    hasETag: true,
    async handle({ organisation, project, caller, body, ifMatch }, dependencies) {
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const before = await lockForChange(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        const after = { ...before, name: body.name };
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
      await changeAs(dependencies, caller, async (transaction) => {
        const before = await lockForChange(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        await changeProjects(transaction, [{ before }]);
      });
      return { body: undefined };
    },
  }),
];
