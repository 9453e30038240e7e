import type { ApiToken } from '../../api/types.ts';
import { roleNames } from '../../flags/role-names.ts';

type Scope = ApiToken['scopes'][number];

/** Descriptions of the scopes. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  settings: 'Use the management API with a role',
  members: 'With settings: can add members, change roles and create tokens',
  code_references: 'Push code references and read variable types',
};

export const scopes = Object.keys(scopeMeanings) as Scope[];

export type TokenRole = NonNullable<ApiToken['role']>;

/** Descriptions of the roles. */
export const roleMeanings: Readonly<Record<TokenRole, string>> = {
  viewer: 'Can only read: for reports and code checks',
  member: 'Can change features outside protected environments',
  admin: 'Can change everything except members and tokens',
};

export const tokenRoles = Object.keys(roleMeanings) as TokenRole[];

/** Returns the text for a token's role. */
export function describeRole(role: ApiToken['role']): string {
  return role === null ? 'Code references only' : roleNames[role];
}
