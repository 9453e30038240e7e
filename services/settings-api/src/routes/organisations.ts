import {
  changeOrganisations,
  lockOrganisation,
  nameSchema,
  organisationStatuses,
  plans,
} from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { route } from '../route.ts';
import { wordsOf } from '../words-of.ts';

export const organisationSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  plan: wordsOf(plans),
  status: wordsOf(organisationStatuses),
});

function toOrganisation({ slug, name, plan, status }: OrganisationState) {
  return { slug, name, plan, status };
}

export const organisationRoutes = [
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
    async handle({ organisation: { slug }, caller, body }, dependencies) {
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const before = await lockOrganisation(transaction, slug);
        if (before === undefined) throw settingsErrors.unknown('organisation', slug);
        const after = { ...before, name: body.name };
        await changeOrganisations(transaction, [{ before, after }]);
        return after;
      });
      return { body: toOrganisation(result) };
    },
  }),
];
