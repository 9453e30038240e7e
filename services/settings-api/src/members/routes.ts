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
import { findAccountId, getTokenId } from '../framework/access/caller.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { settingsErrors } from '../framework/errors.ts';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
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
    summary: 'List members and open invitations, by email address',
    query: pageQuery({}),
    answer: createPageSchema(membershipSchema),
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
      'The response contains the invitation link, only once. A person with an account signs in and accepts with it. Inviting again replaces the link. If the address of the account is verified (by the OpenID Connect provider, or because an invitation of this organisation created it), the person becomes a member immediately and `invitation` is null. Only owners can add owners. An organisation can have at most 200 open invitations, and create 200 links an hour. Tokens need the `members` scope.',
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
            invitedById: await findAccountId(client, caller),
            invitedByTokenId: getTokenId(caller),
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
    summary: 'Change the role of a member',
    description:
      'Only owners can add or remove owners, and one owner must remain. With `was`, returns 409 (`role_changed`) if the member has another role now. Open invitations by the member end if the new role does not allow them. Tokens need the `members` scope.',
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
    summary: 'Remove a member or cancel an invitation',
    description:
      'You can remove yourself, unless you are the last owner. Open invitations by the member end.',
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
