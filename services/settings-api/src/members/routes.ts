import {
  changeInvitations,
  changeMembers,
  lockOrganisation,
  readMembers,
  roles,
  type Role,
} from '@bunting/changes/organisations';
import { emailFromStorage, emailSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { may } from '../framework/access/authorisation.ts';
import { accountIdOf, tokenIdOf } from '../framework/access/caller.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { settingsErrors } from '../framework/errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { invitationUrl } from '../framework/http/public-links.ts';
import type { Changing } from '../framework/change.ts';
import { changeRoute, readRoute } from '../framework/route.ts';
import type { MemberDependencies } from './dependencies.ts';
import { stringEnum } from '../framework/schemas.ts';
import { joinOrInvite } from '../invitations/join-or-invite.ts';
import { listMemberships, readMembership, requireAnotherOwner, requireInvitation } from './queries.ts';
import { membershipSchema, newMembershipSchema, toMembership, type MembershipRow } from './representation.ts';

const path = '/organisations/{org}/members';

export const memberRoutes = [
  readRoute({
    path,
    summary: 'List members and open invitations, by address',
    query: pageQuery({}),
    answer: pageOf(membershipSchema),
    async handle({ organisation, query }, { pool }) {
      const [email = '', status = ''] = readCursor(query.cursor)?.split(' ') ?? [];
      const page = { after: { email, status }, limit: query.limit + 1 };
      const { rows, isCut } = await listMemberships(pool, organisation, page);
      const keyOf = (row: MembershipRow) => `${row.email} ${row.status}`;
      return { body: toPage(rows, query.limit, keyOf, toMembership, { isCut }) };
    },
  }),

  changeRoute({
    method: 'POST',
    path,
    action: 'manage-people',
    summary: 'Add a member',
    limitsAttempts: true,
    description:
      'The answer shows the link of an invitation, only once; a person with an account signs in and accepts with it. Inviting again replaces the link. The person is a member at once, with `invitation: null`, where the address of the account is proven: by the OpenID Connect provider, or because an invitation of this organisation created it. Only owners make owners. An organisation has at most 200 open invitations, and makes 200 links an hour. Tokens need the scope `members`.',
    body: Type.Object({ email: emailSchema, role: stringEnum(roles) }, { additionalProperties: false }),
    status: 201,
    answersSecret: true,
    answer: newMembershipSchema,
    async handle({ organisation, caller, role, body, req }, dependencies: Changing & MemberDependencies) {
      const email = emailFromStorage(body.email);
      await dependencies.attempts.invite(organisation.id);
      return dependencies.change(
        async (transaction) => {
          const { client } = transaction;
          await lockOrganisation(transaction, organisation.slug);
          const token = await joinOrInvite(transaction, organisation, {
            email,
            role: body.role,
            invitedById: await accountIdOf(client, caller),
            invitedByTokenId: tokenIdOf(caller),
            mayMakeOwners: may(role, 'manage-owners'),
          });
          return { token, membership: await readMembership(client, organisation, email) };
        },
        {
          answer({ result }) {
            const { token, membership } = result;
            const invitation =
              token === undefined ? null : { token, url: invitationUrl(req, dependencies, token) };
            return { body: { ...toMembership(membership), invitation } };
          },
        },
      );
    },
  }),

  changeRoute({
    method: 'PATCH',
    path: `${path}/{email}`,
    action: 'manage-people',
    summary: 'Give a member another role',
    description:
      'Only owners make and unmake owners; one owner stays. With `was`, the answer is 409 (`role_changed`) where the member has another role by now. Open invitations that the member made end where the new role does not allow them. Tokens need the scope `members`.',
    body: Type.Object(
      { role: stringEnum(roles), was: Type.Optional(stringEnum(roles)) },
      { additionalProperties: false },
    ),
    answer: membershipSchema,
    async handle({ organisation, role, params, body }, { change }) {
      const email = emailFromStorage(params.email);
      return change(async (transaction, confirmAccess) => {
        await lockOrganisation(transaction, organisation.slug);
        await confirmAccess();
        const members = await readMembers(transaction, organisation);
        const before = members.find((each) => each.email === email);
        if (before === undefined) throw settingsErrors.unknown('member', params.email);
        if (![before.role, undefined].includes(body.was))
          throw settingsErrors.memberRoleChanged(email, before.role);
        if ([before.role, body.role].includes('owner')) requirePermission(role, 'manage-owners');
        if (body.role !== 'owner') requireAnotherOwner(members, before);
        await changeMembers(transaction, organisation, [{ before, after: { ...before, role: body.role } }]);
        return toMembership(await readMembership(transaction.client, organisation, email));
      });
    },
  }),

  changeRoute({
    method: 'DELETE',
    path: `${path}/{email}`,
    action: 'leave',
    summary: 'Remove a member, or withdraw an invitation',
    description:
      'Everybody may remove themselves, except the last owner. Open invitations that the member made end.',
    comparesIfMatch: false,
    async handle({ organisation, caller, role, params }, { change }) {
      const email = emailFromStorage(params.email);
      const isSelf = caller.kind === 'session' && caller.email === email;
      if (!isSelf) requirePermission(role, 'manage-organisation');
      return change(async (transaction, confirmAccess) => {
        await lockOrganisation(transaction, organisation.slug);
        // Checked here, because afterwards the caller may not be a member any more.
        await confirmAccess();
        const mayRemove = (removed: Role) => removed !== 'owner' || isSelf || may(role, 'manage-owners');
        const members = await readMembers(transaction, organisation);
        const member = members.find((each) => each.email === email);
        if (member === undefined) {
          const invitation = await requireInvitation(transaction, organisation, email);
          if (!mayRemove(invitation.role)) throw settingsErrors.forbidden('manage-owners');
          await changeInvitations(transaction, organisation, [{ before: invitation }]);
        } else {
          if (!mayRemove(member.role)) throw settingsErrors.forbidden('manage-owners');
          requireAnotherOwner(members, member);
          await changeMembers(transaction, organisation, [{ before: member }]);
        }
      });
    },
  }),
];
