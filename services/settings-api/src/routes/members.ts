import {
  changeMembers,
  emailSchema,
  lockOrganisation,
  readMembers,
  roles,
  storedEmail,
} from '@bunting/changes';
import type { ChangeTransaction } from '@bunting/changes';
import { Type } from 'typebox';
import { accountOf, tokenOf } from '../account-of.ts';
import { may } from '../authorisation.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { joinOrInvite } from '../members/join-or-invite.ts';
import { placeSchema, takenPlaceSchema, toPlace } from '../members/place.ts';
import type { PlaceRow } from '../members/place.ts';
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
      const after = { email, status };
      const { rows, isCut } = await readPlaces(pool, organisation, after, query.limit + 1);
      const keyOf = (row: PlaceRow) => `${row.email} ${row.status}`;
      return { body: toPage(rows, query.limit, keyOf, toPlace, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-people',
    summary: 'Add a member',
    limitsAttempts: true,
    description:
      'The answer holds the link of an invitation, once; whoever has an account signs in and accepts with it. Inviting again replaces the link. At once, with `invitation: null`, where the address of an account is proven: by the OpenID Connect provider, or because an invitation of this organisation made it. Only owners make owners. An organisation has at most 200 open invitations, and makes 200 links an hour. Tokens need the scope `members`.',
    body: Type.Object({ email: emailSchema, role: wordsOf(roles) }, { additionalProperties: false }),
    status: 201,
    answer: takenPlaceSchema,
    async handle({ organisation, caller, role, body, req }, dependencies) {
      const email = storedEmail(body.email);
      await dependencies.attempts.invite(organisation.id);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const { client } = transaction;
        await lockOrganisation(transaction, organisation.slug);
        const token = await joinOrInvite(transaction, organisation, {
          email,
          role: body.role,
          invitedById: await accountOf(client, caller),
          invitedByTokenId: tokenOf(caller),
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
    action: 'manage-people',
    summary: 'Give a member another role',
    description:
      'Only owners make and unmake owners; one owner stays. Open invitations that the member made end where the new role does not allow them. Tokens need the scope `members`.',
    body: Type.Object({ role: wordsOf(roles) }, { additionalProperties: false }),
    status: 200,
    answer: placeSchema,
    async handle({ organisation, caller, role, params, body }, dependencies) {
      const email = storedEmail(params.email);
      const change = async (transaction: ChangeTransaction) => {
        await lockOrganisation(transaction, organisation.slug);
        await dependencies.confirmAccess(transaction.client);
        const members = await readMembers(transaction, organisation);
        const before = members.find((each) => each.email === email);
        if (before === undefined) throw settingsErrors.unknown('member', params.email);
        if ([before.role, body.role].includes('owner')) requirePermission(role, 'manage-owners');
        if (body.role !== 'owner') keepAnOwner(members, before);
        await changeMembers(transaction, organisation, [{ before, after: { ...before, role: body.role } }]);
        return readPlace(transaction.client, organisation, email);
      };
      const { result } = await changeAs(dependencies, caller, change, { confirmsItself: true });
      return { body: toPlace(result) };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{email}`,
    action: 'leave',
    summary: 'Remove a member, or withdraw an invitation',
    description:
      'Everybody may remove themselves, except the last owner. Open invitations that the member made end.',
    status: 204,
    async handle({ organisation, caller, role, params }, dependencies) {
      const email = storedEmail(params.email);
      const isSelf = caller.kind === 'session' && caller.email === email;
      if (!isSelf) requirePermission(role, 'manage-organisation');
      const change = async (transaction: ChangeTransaction) => {
        await lockOrganisation(transaction, organisation.slug);
        await dependencies.confirmAccess(transaction.client);
        await removeMember(transaction, organisation, email, (gone) => {
          if (gone === 'owner' && !isSelf) requirePermission(role, 'manage-owners');
        });
      };
      await changeAs(dependencies, caller, change, { confirmsItself: true });
      return { body: undefined };
    },
  }),
];
