import { roles, type Role } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';

const properties = {
  email: Type.String(),
  name: Type.String({ description: 'empty until the invitation is accepted' }),
  role: stringEnum(roles),
  status: stringEnum(['member', 'invited']),
  since: timeSchema,
  invited_by: Type.Union([Type.String(), Type.Null()]),
  expires_at: Type.Union([timeSchema, Type.Null()], {
    description: 'for an invitation: when its link expires; in the past = expired, invite again',
  }),
  last_seen_at: nullableTimeSchema(
    'the minute in which they last viewed the organisation, with a delay of one to two minutes; null = never',
  ),
};

/** A membership of an organisation, or the invitation to one. */
export const membershipSchema = Type.Object(properties, { title: 'Member' });

/** The link of an invitation, which is shown once. */
export const invitationLinkSchema = Type.Object(
  {
    token: Type.String(),
    url: Type.String({ description: 'the page of the console for the invited person; scripts post `token`' }),
  },
  { title: 'InvitationLink' },
);

export const newMembershipSchema = Type.Object(
  {
    ...properties,
    invitation: Type.Union([invitationLinkSchema, Type.Null()], {
      description: 'null = the address of the account is verified, so the person is a member now',
    }),
  },
  { title: 'NewMember' },
);

export interface MembershipRow {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly status: 'member' | 'invited';
  readonly since: Date;
  readonly invited_by: string | null;
  readonly expires_at: Date | null;
  readonly last_seen_at: Date | null;
}

export function toMembership({ since, expires_at, last_seen_at, ...row }: MembershipRow) {
  return {
    ...row,
    since: since.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_seen_at: last_seen_at?.toISOString() ?? null,
  };
}
