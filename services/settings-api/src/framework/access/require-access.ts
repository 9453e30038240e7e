import { readScopes, type Role } from '@bunting/changes/organisations';
import type { PoolClient } from 'pg';
import { settingsErrors } from '../errors.ts';
import { actionIn, isAtLeast, may, neededScopes, type Action } from './authorisation.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scope.ts';

/** The caller, and the resources that the path names, as far as the route needs them. */
export type Access = { readonly caller?: Caller } & Partial<Scope>;

/**
 * Throws 403 unless the role allows the action in the environment. Where only the environment's protection forbids it, the error
 * names the environment (decisions §7.1).
 */
export function requirePermission(
  role: Role,
  action: Action,
  environment?: { readonly slug: string; readonly protected: boolean },
): void {
  if (may(role, actionIn(action, environment))) return;
  if (environment !== undefined && may(role, action)) throw settingsErrors.protects([environment.slug]);
  throw settingsErrors.forbidden(action);
}

/** Throws 403 for a token without the scope that the action needs. */
export function requireScope(caller: Caller, action: Action): void {
  const scope = neededScopes[action];
  if (caller.kind === 'api_token' && scope !== undefined && !caller.scopes.includes(scope)) {
    throw settingsErrors.scopeMissing(scope);
  }
}

/**
 * Confirms in the transaction of a change that the caller may still make it. While a change waits for its locks, the caller may be removed
 * or given a lesser role, and the token revoked. The row that gives the caller the right is locked, so that it stays as it is until the
 * change is committed. Throws 401, 403, 404.
 */
export async function confirmAccess(
  { caller, organisation, role }: Access,
  client: PoolClient,
): Promise<void> {
  if (caller === undefined || organisation === undefined || role === undefined) return;
  if (caller.kind === 'api_token') {
    const { rows: tokens } = await client.query<{ scopes: string[] }>(
      'SELECT scopes FROM api_token WHERE id = $1 AND revoked_at IS NULL FOR SHARE',
      [caller.tokenId],
    );
    const tokenRole = readScopes(tokens[0]?.scopes ?? []).role;
    if (tokenRole === null) throw settingsErrors.notSignedIn;
    if (!isAtLeast(tokenRole, role)) throw settingsErrors.roleChanged;
    return;
  }
  const { rows } = await client.query<{ role: Role }>(
    'SELECT role FROM member WHERE organisation_id = $1 AND account_id = $2 FOR SHARE',
    [organisation.id, caller.accountId],
  );
  const [now] = rows;
  if (now === undefined) throw settingsErrors.unknown('organisation', organisation.slug);
  if (!isAtLeast(now.role, role)) throw settingsErrors.roleChanged;
}
