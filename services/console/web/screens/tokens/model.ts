import type { ApiToken } from '../../api/types.ts';

type Scope = ApiToken['scopes'][number];

/** Descriptions of the scopes. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  settings: 'Admin access, except members and tokens',
  members: 'With settings: can add members, change roles and create tokens',
  code_references: 'Push code references and read variable types',
};

export const scopes = Object.keys(scopeMeanings) as Scope[];

/** Returns the role that the scopes amount to. */
export const roleOf = (of: readonly Scope[]) => (of.includes('settings') ? 'Admin' : 'Code references only');
