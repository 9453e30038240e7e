import {
  changeMembers,
  emailSchema,
  lockOrganisation,
  readMembers,
  roles,
  storedEmail,
} from '@bunting/changes';
import { Type } from 'typebox';
import { accountOf } from '../account-of.ts';
import { may } from '../authorisation.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { joinOrInvite } from '../members/join-or-invite.ts';
import { placeSchema, takenPlaceSchema, toPlace } from '../members/place.ts';
import { readPlace, readPlaces } from '../members/read-places.ts';
import { keepAnOwner, removeMember } from '../members/remove-member.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { invitationUrl } from '../public-address.ts';
import { requirePermission } from '../require-permission.ts';
import { route } from '../route.ts';
import { wordsOf } from '../words-of.ts';

const path = '/organisations/{org}/members';

export const memberRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List members and open invitations, by address',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(placeSchema),
    async handle({ organisation, query }, { pool }) {
      const [email = '', status = ''] = readCursor(query.cursor)?.split(' ') ?? [];
      const rows = await readPlaces(pool, organisation, { email, status }, query.limit + 1);
      return { body: toPage(rows, query.limit, (row) => `${row.email} ${row.status}`, toPlace) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-organisation',
    summary: 'Add a member',
    description:
      'At once where there is an account with this address; otherwise the answer holds the link of an invitation, once. Inviting again replaces the link. Only owners make owners.',
    body: Type.Object({ email: emailSchema, role: wordsOf(roles) }, { additionalProperties: false }),
    status: 201,
    answer: takenPlaceSchema,
    async handle({ organisation, caller, role, body, req }, dependencies) {
      const email = storedEmail(body.email);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const { client } = transaction;
        await lockOrganisation(transaction, organisation.slug);
        const token = await joinOrInvite(transaction, organisation, {
          email,
          role: body.role,
          invitedById: await accountOf(client, caller),
          mayMakeOwners: may(role, 'manage-owners'),
        });
        return { token, place: await readPlace(client, organisation, email) };
      });
      const { token, place } = result;
      const invitation = token === undefined ? null : { token, url: invitationUrl(req, dependencies, token) };
      return { body: { ...toPlace(place), invitation } };
    },
  }),

  route({
    method: 'PATCH',
    path: `${path}/{email}`,
    action: 'manage-organisation',
    summary: 'Give a member another role',
    description: 'Only owners make and unmake owners; one owner stays.',
    body: Type.Object({ role: wordsOf(roles) }, { additionalProperties: false }),
    status: 200,
    answer: placeSchema,
    async handle({ organisation, caller, role, params, body }, dependencies) {
      const email = storedEmail(params.email);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const members = await readMembers(transaction, organisation);
        const before = members.find((each) => each.email === email);
        if (before === undefined) throw settingsErrors.unknown('member', params.email);
        if ([before.role, body.role].includes('owner')) requirePermission(role, 'manage-owners');
        if (body.role !== 'owner') keepAnOwner(members, before);
        await changeMembers(transaction, organisation, [{ before, after: { ...before, role: body.role } }]);
        return readPlace(transaction.client, organisation, email);
      });
      return { body: toPlace(result) };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{email}`,
    action: 'leave',
    summary: 'Remove a member, or withdraw an invitation',
    description: 'Everybody may remove themselves, except the last owner.',
    status: 204,
    async handle({ organisation, caller, role, params }, dependencies) {
      const email = storedEmail(params.email);
      const isSelf = caller.kind === 'session' && caller.email === email;
      if (!isSelf) requirePermission(role, 'manage-organisation');
      await changeAs(dependencies, caller, async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        await removeMember(transaction, organisation, email, (gone) => {
          if (gone === 'owner' && !isSelf) requirePermission(role, 'manage-owners');
        });
      });
      return { body: undefined };
    },
  }),
];
