import type { ApiToken } from '../../api/types.ts';

type Scope = ApiToken['scopes'][number];

/** What each scope allows, as people say it. */
export const scopeMeanings: Readonly<Record<Scope, string>> = {
  settings: 'acts as an admin: everything here but people and tokens',
  members: 'beside settings: adds members, changes roles, makes tokens',
  code_references: 'sends where code uses variables, and reads the types of variables',
};

export const scopes = Object.keys(scopeMeanings) as Scope[];

/** What the scopes amount to. */
export const roleOf = (of: readonly Scope[]) => (of.includes('settings') ? 'admin' : 'code references alone');
