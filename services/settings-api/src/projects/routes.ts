import { changeProjects, lockProject, type ChangeTransaction, type ProjectState } from '@bunting/changes';
import { readEnvironments } from '@bunting/changes/environments';
import { lockOrganisation } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import {
  adviceSchema as adviceInputSchema,
  defaultAdvice,
  nameSchema,
  nullable,
  slugSchema,
  storedAdvice,
  storedSlug,
  type AdviceSettings,
} from '@bunting/definitions';
import type { Problem } from '@bunting/definitions/checks';
import { checkNaming, namingSchema, type ProjectNaming } from '@bunting/definitions/naming';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { lockOrganisationAndProject } from './locks.ts';
import { listProjects, type ListedProject } from './queries.ts';
import { projectContentProperties } from './representation.ts';

const daysSchema = Type.Integer();
const lifetimeSchema = nullable(daysSchema);

/** All members, also those with their default. */
const adviceSchema = Type.Unsafe<AdviceSettings>(
  Type.Object(
    {
      unused_days: daysSchema,
      constant_days: daysSchema,
      lifetime_days: Type.Object({
        release: lifetimeSchema,
        experiment: lifetimeSchema,
        operational: lifetimeSchema,
        permission: lifetimeSchema,
        kill_switch: lifetimeSchema,
      }),
      environments: nullable(Type.Array(Type.String())),
    },
    { title: 'AdviceSettings' },
  ),
);

const properties = {
  slug: Type.String(),
  name: Type.String(),
  client_by_default: Type.Boolean({
    description: 'new variables are client-side by default',
  }),
  naming: Type.Unsafe<ProjectNaming | null>({
    ...namingSchema,
    description: 'what the slugs of new features and variables must match; null = nothing',
  }),
  advice: adviceSchema,
};
const projectSchema = Type.Object(properties, { title: 'Project' });
const listedSchema = Type.Object({ ...properties, ...projectContentProperties }, { title: 'ListedProject' });

type OwnMembers = Pick<ProjectState, 'slug' | 'name' | 'clientByDefault' | 'naming' | 'advice'>;

function toProject({ slug, name, clientByDefault, naming, advice }: OwnMembers) {
  return { slug, name, client_by_default: clientByDefault, naming, advice: advice ?? defaultAdvice };
}

function toListed({ feature_count, environments, ...project }: ListedProject) {
  return { ...toProject(project), feature_count, environments };
}

export const projectRoutes = [
  readRoute({
    path: '/organisations/{org}/projects',
    summary: 'List the projects of an organisation',
    query: pageQuery({}),
    answer: createPageSchema(listedSchema),
    async handle({ organisation, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listProjects(pool, organisation, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toListed, { isCut }) };
    },
  }),

  changeRoute({
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
    async handle({ organisation, body }, { change }) {
      requireNoProblems(checkNaming(body.naming, 'naming'));
      const slug = storedSlug(body.slug);
      return change(async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        if (await lockProject(transaction, organisation, slug)) throw settingsErrors.taken('project', slug);
        const { name = body.slug, client_by_default: clientByDefault = false, naming = null } = body;
        const after = {
          id: newId(),
          organisationId: organisation.id,
          slug,
          name,
          clientByDefault,
          naming,
          advice: null,
        };
        await changeProjects(transaction, [{ after }]);
        return toProject(after);
      });
    },
  }),

  readRoute({
    path: '/organisations/{org}/projects/{project}',
    summary: 'Read a project',
    answer: projectSchema,
    hasETag: true,
    handle: async ({ project }) => ({ body: toProject(project) }),
  }),

  changeRoute({
    method: 'PATCH',
    path: '/organisations/{org}/projects/{project}',
    action: 'manage-projects',
    summary: 'Update a project',
    description:
      'Changes its name, whether new variables are client-side, what slugs of new features and variables must match, and when features count as unused, constant or old. `advice` is replaced as a whole: members that you leave out get their defaults, and null resets all of them.',
    body: Type.Object(
      {
        name: Type.Optional(nameSchema),
        client_by_default: Type.Optional(Type.Boolean()),
        naming: Type.Optional(namingSchema),
        advice: Type.Optional(nullable(adviceInputSchema)),
      },
      { additionalProperties: false },
    ),
    answer: projectSchema,
    hasETag: true,
    async handle({ organisation, project, body, ifMatch }, { change }) {
      requireNoProblems(checkNaming(body.naming, 'naming'));
      return change(async (transaction) => {
        const before = await lockOrganisationAndProject(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        const { name = before.name, client_by_default: clientByDefault = before.clientByDefault } = body;
        const naming = body.naming === undefined ? before.naming : body.naming;
        const advice = body.advice === undefined ? before.advice : storedAdvice(body.advice);
        requireNoProblems(await adviceProblems(transaction, before, body.advice?.environments ?? []));
        const after = { ...before, name, clientByDefault, naming, advice };
        await changeProjects(transaction, [{ before, after }]);
        return toProject(after);
      });
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: '/organisations/{org}/projects/{project}',
    action: 'manage-projects',
    summary: 'Delete a project and everything in it',
    handle: ({ organisation, project, ifMatch }, { change }) =>
      change(async (transaction) => {
        const before = await lockOrganisationAndProject(transaction, organisation, project);
        requireMatch(ifMatch, toProject(before));
        await changeProjects(transaction, [{ before }]);
      }),
  }),
];

/** Returns the problems of advice that names missing environments. */
async function adviceProblems(
  transaction: ChangeTransaction,
  project: ProjectState,
  environments: readonly string[],
): Promise<Problem[]> {
  if (environments.length === 0) return [];
  const known = new Set((await readEnvironments(transaction, project)).map(({ slug }) => slug));
  return environments.flatMap((slug, index) => {
    const path = `advice.environments[${index}]`;
    return known.has(storedSlug(slug))
      ? []
      : [{ path, message: `unknown environment ${slug}`, code: 'unknown_reference' }];
  });
}
