import {
  changeOrganisations,
  lockOrganisation,
  type OrganisationState,
} from '@bunting/changes/organisations';
import {
  emailFromStorage,
  emailSchema,
  nameSchema,
  nullable,
  slugSchema,
  storedSlug,
} from '@bunting/definitions';
import { organisationStatuses, plans } from '@bunting/definitions/organisations';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { invitationUrl, type LinkDependencies } from '../framework/http/public-links.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import type { OrganisationDependencies } from '../organisations/dependencies.ts';
import { stringEnum } from '../framework/schemas.ts';
import { joinOrInvite } from '../invitations/join-or-invite.ts';
import { invitationLinkSchema } from '../members/representation.ts';
import { listAllOrganisations, readAnyOrganisation } from '../organisations/queries.ts';
import { newOrganisation } from '../organisations/routes.ts';

const capSchema = (maximum: number, description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum, description }));

const caps = {
  mau_cap: capSchema(2_147_483_647, 'monthly active users; null = the limit of the plan'),
  webhook_endpoint_cap: capSchema(10_000, 'webhook endpoints; null = 50'),
  event_name_cap: capSchema(100_000, 'event names in each environment; null = 1,000'),
  stored_mebibytes_cap: capSchema(
    1_048_576,
    'mebibytes of definitions in all environments; null = the limit of the plan',
  ),
  environment_cap: capSchema(100, 'environments in each project; null = 20'),
};

const properties = {
  slug: Type.String(),
  name: Type.String(),
  plan: stringEnum(plans),
  status: stringEnum(organisationStatuses),
  ...caps,
};

const staffOrganisationSchema = Type.Object(properties, { title: 'StaffOrganisation' });

function toStaffOrganisation(organisation: OrganisationState) {
  const { slug, name, plan, status, mauCap, webhookEndpointCap, eventNameCap } = organisation;
  return {
    slug,
    name,
    plan,
    status,
    mau_cap: mauCap,
    webhook_endpoint_cap: webhookEndpointCap,
    event_name_cap: eventNameCap,
    stored_mebibytes_cap: organisation.storedMebibytesCap,
    environment_cap: organisation.environmentCap,
  };
}

export const staffOrganisationRoutes = [
  readRoute({
    path: '/staff/organisations',
    action: 'staff',
    summary: 'List all organisations',
    query: pageQuery({}),
    answer: createPageSchema(staffOrganisationSchema),
    async handle({ query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      const { rows, isCut } = await listAllOrganisations(pool, { after, limit: query.limit + 1 });
      return { body: toPage(rows, query.limit, ({ slug }) => slug, toStaffOrganisation, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path: '/staff/organisations',
    action: 'staff',
    summary: 'Create an organisation for its first owner',
    description:
      'The response contains the link with which the owner accepts, only once. A person with an account signs in first; a person without one creates it. If the OpenID Connect provider has verified the address of the account, the person becomes the owner immediately and `invitation` is null.',
    body: Type.Object(
      {
        slug: slugSchema,
        name: Type.Optional(nameSchema),
        plan: Type.Optional(stringEnum(plans, 'absent = DEFAULT_PLAN')),
        owner_email: emailSchema,
      },
      { additionalProperties: false },
    ),
    status: 201,
    answersSecret: true,
    answer: Type.Object({ ...properties, invitation: Type.Union([invitationLinkSchema, Type.Null()]) }),
    async handle({ body, req }, dependencies: Changing & OrganisationDependencies & LinkDependencies) {
      const slug = storedSlug(body.slug);
      return dependencies.change(
        async (transaction) => {
          if (await lockOrganisation(transaction, slug)) throw settingsErrors.taken('organisation', slug);
          const { name = body.slug, plan = dependencies.defaultPlan } = body;
          const organisation = newOrganisation(slug, name, plan);
          await changeOrganisations(transaction, [{ after: organisation }]);
          const owner = {
            email: emailFromStorage(body.owner_email),
            role: 'owner',
            mayMakeOwners: true,
          } as const;
          const token = await joinOrInvite(transaction, organisation, {
            ...owner,
            invitedById: null,
            invitedByTokenId: null,
          });
          return { organisation, token };
        },
        {
          answer({ result }) {
            const { token, organisation } = result;
            const invitation =
              token === undefined ? null : { token, url: invitationUrl(req, dependencies, token) };
            return { body: { ...toStaffOrganisation(organisation), invitation } };
          },
        },
      );
    },
  }),

  readRoute({
    path: '/staff/organisations/{org}',
    action: 'staff',
    summary: 'Read any organisation',
    answer: staffOrganisationSchema,
    hasETag: true,
    handle: async ({ params }, { pool }) => ({
      body: toStaffOrganisation(await readAnyOrganisation(pool, params.org)),
    }),
  }),

  changeRoute({
    method: 'PATCH',
    path: '/staff/organisations/{org}',
    action: 'staff',
    summary: 'Set the plan and limits of an organisation',
    body: Type.Object(
      {
        plan: Type.Optional(stringEnum(plans)),
        status: Type.Optional(stringEnum(organisationStatuses)),
        mau_cap: Type.Optional(caps.mau_cap),
        webhook_endpoint_cap: Type.Optional(caps.webhook_endpoint_cap),
        event_name_cap: Type.Optional(caps.event_name_cap),
        stored_mebibytes_cap: Type.Optional(caps.stored_mebibytes_cap),
        environment_cap: Type.Optional(caps.environment_cap),
      },
      { additionalProperties: false },
    ),
    answer: staffOrganisationSchema,
    hasETag: true,
    handle: ({ params, body, ifMatch }, { change }) =>
      change(async (transaction) => {
        const before = await lockOrganisation(transaction, storedSlug(params.org));
        if (before === undefined) throw settingsErrors.unknown('organisation', params.org);
        requireMatch(ifMatch, toStaffOrganisation(before));
        const {
          plan = before.plan,
          status = before.status,
          mau_cap: mauCap = before.mauCap,
          webhook_endpoint_cap: webhookEndpointCap = before.webhookEndpointCap,
          event_name_cap: eventNameCap = before.eventNameCap,
          stored_mebibytes_cap: storedMebibytesCap = before.storedMebibytesCap,
          environment_cap: environmentCap = before.environmentCap,
        } = body;
        const caps = { mauCap, webhookEndpointCap, eventNameCap, storedMebibytesCap, environmentCap };
        const after = { ...before, plan, status, ...caps };
        await changeOrganisations(transaction, [{ before, after }]);
        return toStaffOrganisation(after);
      }),
  }),
];
