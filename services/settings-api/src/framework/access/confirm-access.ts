import type { PoolClient } from 'pg';
import { isAtLeast, neededScopes } from './authorisation.ts';
import type { Action } from './authorisation.ts';
import type { Caller } from './caller.ts';
import { settingsErrors } from '../errors.ts';
import type { Scope } from './scope.ts';

/** Who calls, and what the path names; as much of both as the route asks for. */
export type Access = { readonly caller?: Caller } & Partial<Scope>;

/** Looks once more, in the transaction of a change, whether the caller may still make it. Throws 401, 403, 404. */
export type ConfirmAccess = (client: PoolClient) => Promise<void>;

/** Some things a token does only with a scope for them. */
export function requireScope(caller: Caller, action: Action): void {
  const scope = neededScopes[action];
  if (caller.kind === 'api_token' && scope !== undefined && !caller.scopes.includes(scope)) {
    throw settingsErrors.scopeMissing(scope);
  }
}

/**
 * A change waits for its locks, and whoever asked for it may be removed, given a lesser role or revoked meanwhile. The row that
 * gives them the right is held, so that it stays as it is until the change is committed.
 */
export function createAccessConfirmation({ caller, organisation, role }: Access): ConfirmAccess {
  if (caller === undefined || organisation === undefined || role === undefined) return async () => {};
  if (caller.kind === 'api_token') {
    return async (client) => {
      const { rowCount } = await client.query(
        'SELECT FROM api_token WHERE id = $1 AND revoked_at IS NULL FOR SHARE',
        [caller.tokenId],
      );
      if (rowCount === 0) throw settingsErrors.notSignedIn;
    };
  }
  return async (client) => {
    const { rows } = await client.query<{ role: typeof role }>(
      'SELECT role FROM member WHERE organisation_id = $1 AND account_id = $2 FOR SHARE',
      [organisation.id, caller.accountId],
    );
    const [now] = rows;
    if (now === undefined) throw settingsErrors.unknown('organisation', organisation.slug);
    if (!isAtLeast(now.role, role)) throw settingsErrors.roleChanged;
  };
}
