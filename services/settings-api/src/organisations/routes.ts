import {
  changeMembers,
  changeOrganisations,
  countOrganisationsMadeBy,
  lockOrganisation,
  recordMaker,
  roles,
  type OrganisationState,
} from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { nameSchema, slugSchema, storedSlug } from '@bunting/definitions';
import { organisationStatuses, plans, type Plan } from '@bunting/definitions/organisations';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { projectContentProperties } from '../projects/representation.ts';
import type { OrganisationDependencies } from './dependencies.ts';
import { listOwnOrganisations, maxListedProjects, type OwnOrganisation } from './queries.ts';

const properties = {
  slug: Type.String(),
  name: Type.String(),
  plan: stringEnum(plans),
  status: stringEnum(organisationStatuses),
};

const organisationSchema = Type.Object(properties, { title: 'Organisation' });

function toOrganisation({ slug, name, plan, status }: Omit<OwnOrganisation, 'role' | 'projects'>) {
  return { slug, name, plan, status };
}

/** Organisations that one account may create. Those that others created do not count, even if it owns them now. */
const maxOrganisations = 10;

export const organisationRoutes = [
  readRoute({
    path: '/organisations',
    action: 'caller',
    summary: 'List your organisations',
    query: pageQuery({}),
    answer: createPageSchema(
      Type.Object(
        {
          ...properties,
          role: stringEnum(roles),
          projects: Type.Array(
            Type.Object({ slug: Type.String(), name: Type.String(), ...projectContentProperties }),
            { description: `the first ${maxListedProjects} by slug` },
          ),
        },
        { title: 'OwnOrganisation' },
      ),
    ),
    async handle({ caller, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listOwnOrganisations(pool, caller, { after, limit: query.limit + 1 });
      const toItem = (row: OwnOrganisation) => ({
        ...toOrganisation(row),
        role: row.role,
        projects: row.projects,
      });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toItem, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path: '/organisations',
    action: 'signed-in',
    summary: 'Create an organisation',
    description:
      'You become its owner. Requires SIGN_UP=open or CREATE_ORGANISATIONS=anyone; otherwise only staff create organisations. It gets the plan in DEFAULT_PLAN. An account can create at most 10.',
    body: Type.Object({ slug: slugSchema, name: Type.Optional(nameSchema) }, { additionalProperties: false }),
    status: 201,
    answer: organisationSchema,
    hasETag: true,
    async handle(
      { caller, body },
      { change, createOrganisations, defaultPlan }: Changing & OrganisationDependencies,
    ) {
      if (createOrganisations !== 'anyone') throw settingsErrors.organisationsClosed;
      const slug = storedSlug(body.slug);
      return change(async (transaction) => {
        if (await lockOrganisation(transaction, slug)) throw settingsErrors.taken('organisation', slug);
        const { accountId, email } = caller;
        if ((await countOrganisationsMadeBy(transaction, accountId)) >= maxOrganisations) {
          throw settingsErrors.limitReached(
            `An account can create at most ${maxOrganisations} organisations. Ask your administrator for more.`,
          );
        }
        const organisation = newOrganisation(slug, body.name ?? body.slug, defaultPlan);
        await changeOrganisations(transaction, [{ after: organisation }]);
        await recordMaker(transaction, organisation, accountId);
        await changeMembers(transaction, organisation, [
          { after: { id: newId(), accountId, email, role: 'owner' } },
        ]);
        return toOrganisation(organisation);
      });
    },
  }),

  readRoute({
    path: '/organisations/{org}',
    summary: 'Read an organisation',
    answer: organisationSchema,
    hasETag: true,
    handle: async ({ organisation }) => ({ body: toOrganisation(organisation) }),
  }),

  changeRoute({
    method: 'PATCH',
    path: '/organisations/{org}',
    action: 'manage-organisation',
    summary: 'Rename an organisation',
    body: Type.Object({ name: nameSchema }, { additionalProperties: false }),
    answer: organisationSchema,
    hasETag: true,
    handle: ({ organisation: { slug }, body, ifMatch }, { change }) =>
      change(async (transaction) => {
        const before = await lockOrganisation(transaction, slug);
        if (before === undefined) throw settingsErrors.unknown('organisation', slug);
        requireMatch(ifMatch, toOrganisation(before));
        const after = { ...before, name: body.name };
        await changeOrganisations(transaction, [{ before, after }]);
        return toOrganisation(after);
      }),
  }),
];

/** Returns a new organisation without caps of its own. */
export function newOrganisation(slug: string, name: string, plan: Plan): OrganisationState {
  const caps = {
    mauCap: null,
    webhookEndpointCap: null,
    eventNameCap: null,
    storedMebibytesCap: null,
    environmentCap: null,
  };
  return { id: newId(), slug, name, plan, status: 'active', ...caps };
}
