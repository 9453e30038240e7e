import {
  changeMembers,
  changeOrganisations,
  countOrganisationsMadeBy,
  lockOrganisation,
  nameSchema,
  organisationStatuses,
  plans,
  recordMaker,
  roles,
  slugSchema,
  storedSlug,
} from '@bunting/changes';
import type { OrganisationState, Role } from '@bunting/changes';
import { newId } from '@bunting/database';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { requireMatch } from '../etag.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { wordsOf } from '../words-of.ts';

const properties = {
  slug: Type.String(),
  name: Type.String(),
  plan: wordsOf(plans),
  status: wordsOf(organisationStatuses),
};

const organisationSchema = Type.Object(properties);

type ShownState = Pick<OrganisationState, 'slug' | 'name' | 'plan' | 'status'>;

function toOrganisation({ slug, name, plan, status }: ShownState) {
  return { slug, name, plan, status };
}

type OwnRow = ShownState & { readonly role: Role };

/** Of one account. Those of which it became an owner otherwise do not count. */
const mostOrganisations = 10;

export const organisationRoutes = [
  route({
    method: 'GET',
    path: '/organisations',
    action: 'caller',
    summary: 'List the organisations that the caller belongs to',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(Type.Object({ ...properties, role: wordsOf(roles) })),
    async handle({ caller, query }, { pool }) {
      const accountId = caller.kind === 'session' ? caller.accountId : null;
      const organisationId = caller.kind === 'api_token' ? caller.organisationId : null;
      const { rows } = await pool.query<OwnRow>(
        `SELECT slug, name, plan, status, coalesce(member.role, 'admin') AS role
         FROM organisation LEFT JOIN member ON member.organisation_id = organisation.id AND member.account_id = $1
         WHERE (member.id IS NOT NULL OR organisation.id = $2) AND slug > $3 ORDER BY slug LIMIT $4`,
        [accountId, organisationId, readCursor(query.cursor) ?? '', query.limit + 1],
      );
      const toItem = (row: OwnRow) => ({ ...toOrganisation(row), role: row.role });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toItem) };
    },
  }),

  route({
    method: 'POST',
    path: '/organisations',
    action: 'signed-in',
    summary: 'Create an organisation, on the free plan; the caller becomes its owner',
    description:
      'Where SIGN_UP=open or CREATE_ORGANISATIONS=anyone; otherwise staff make organisations. An account makes at most 10.',
    body: Type.Object({ slug: slugSchema, name: Type.Optional(nameSchema) }, { additionalProperties: false }),
    status: 201,
    answer: organisationSchema,
    hasETag: true,
    async handle({ caller, body }, dependencies) {
      if (dependencies.createOrganisations !== 'anyone') throw settingsErrors.organisationsClosed;
      const slug = storedSlug(body.slug);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        if (await lockOrganisation(transaction, slug)) throw settingsErrors.taken('organisation', slug);
        const { accountId, email } = caller;
        if ((await countOrganisationsMadeBy(transaction, accountId)) >= mostOrganisations) {
          throw settingsErrors.limitReached(
            `An account makes at most ${mostOrganisations} organisations: ask those who run this installation for more.`,
          );
        }
        const organisation = newOrganisation(slug, body.name ?? body.slug);
        await changeOrganisations(transaction, [{ after: organisation }]);
        await recordMaker(transaction, organisation, accountId);
        await changeMembers(transaction, organisation, [
          { after: { id: newId(), accountId, email, role: 'owner' } },
        ]);
        return organisation;
      });
      return { body: toOrganisation(result) };
    },
  }),

  route({
    method: 'GET',
    path: '/organisations/{org}',
    action: 'read',
    summary: 'Read an organisation',
    status: 200,
    answer: organisationSchema,
    hasETag: true,
    handle: async ({ organisation }) => ({ body: toOrganisation(organisation) }),
  }),

  route({
    method: 'PATCH',
    path: '/organisations/{org}',
    action: 'manage-organisation',
    summary: 'Rename an organisation',
    body: Type.Object({ name: nameSchema }, { additionalProperties: false }),
    status: 200,
    answer: organisationSchema,
    hasETag: true,
    async handle({ organisation: { slug }, caller, body, ifMatch }, dependencies) {
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const before = await lockOrganisation(transaction, slug);
        if (before === undefined) throw settingsErrors.unknown('organisation', slug);
        requireMatch(ifMatch, toOrganisation(before));
        const after = { ...before, name: body.name };
        await changeOrganisations(transaction, [{ before, after }]);
        return after;
      });
      return { body: toOrganisation(result) };
    },
  }),
];

export function newOrganisation(slug: string, name: string): OrganisationState {
  const caps = { mauCap: null, webhookEndpointCap: null, eventNameCap: null };
  return { id: newId(), slug, name, plan: 'free', status: 'active', ...caps };
}
