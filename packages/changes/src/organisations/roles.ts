/** The roles of members, from least to most permissions. */
export const roles = ['viewer', 'member', 'admin', 'owner'] as const;
/** One of `roles`. */
export type Role = (typeof roles)[number];

/** The scopes of organisation tokens. With `settings` and `members`, a token can also add members and create tokens. */
export const tokenScopes = ['code_references', 'settings', 'members'] as const;
/** One of `tokenScopes`. */
export type TokenScope = (typeof tokenScopes)[number];

/** The roles that a token with the scope `settings` can have, from least to most permissions. */
export const tokenRoles = ['viewer', 'member', 'admin'] as const;
/** One of `tokenRoles`. */
export type TokenRole = (typeof tokenRoles)[number];

/** The rights of a token. `role` is its role in the management API; null = it lacks the scope `settings`. */
export interface TokenRights {
  readonly scopes: readonly TokenScope[];
  readonly role: TokenRole | null;
}

/**
 * Returns the scopes as they are stored. A role below admin is part of the text, `settings_viewer`, so that releases that know no
 * roles of tokens refuse the token instead of taking it for an admin's (ADR 82).
 */
export function storeScopes({ scopes, role }: TokenRights): string[] {
  const isLesser = role !== null && role !== 'admin';
  return scopes.map((scope) => (scope === 'settings' && isLesser ? `settings_${role}` : scope));
}

/** Reads the rights of a token from its stored scopes. */
export function readScopes(stored: readonly string[]): TokenRights {
  const lesser = tokenRoles.find((role) => stored.includes(`settings_${role}`));
  const scopes = stored.map((text) => (text === `settings_${lesser}` ? 'settings' : (text as TokenScope)));
  return { scopes, role: lesser ?? (scopes.includes('settings') ? 'admin' : null) };
}

/** Returns the mistake in a combination of scopes and role, by its member; undefined = none. */
export function findRightsFlaw({
  scopes,
  role,
}: {
  readonly scopes: readonly TokenScope[];
  readonly role?: TokenRole | null | undefined;
}): { readonly member: 'scopes' | 'role'; readonly message: string } | undefined {
  const hasSettings = scopes.includes('settings');
  if (scopes.includes('members') && !hasSettings)
    return { member: 'scopes', message: 'must include "settings" with "members"' };
  if (role != null && !hasSettings) return { member: 'role', message: 'needs the scope "settings"' };
  if (role != null && role !== 'admin' && scopes.includes('members'))
    return { member: 'role', message: 'must be "admin" with the scope "members"' };
  return undefined;
}
