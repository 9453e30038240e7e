import type { TokenRole, TokenScope } from '@bunting/changes/organisations';
import type { Pool, PoolClient } from 'pg';

/** A person with an account. */
export interface AccountHolder {
  readonly kind: 'session';
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
}

/** A person who is signed in. */
export interface SignedIn extends AccountHolder {
  readonly sessionId: string;
  /** When the session ends, however it is used. */
  readonly expiresAt: Date;
}

/** An organisation token with the scope `settings`. */
export interface TokenBearer {
  readonly kind: 'api_token';
  readonly tokenId: string;
  readonly organisationId: string;
  readonly scopes: readonly TokenScope[];
  readonly role: TokenRole;
  /** The member who made the token: the audit log names them as the actor (decisions §5). */
  readonly email: string;
}

export type Caller = SignedIn | TokenBearer;

/** Finds the account in whose name the caller acts; null = a token of a bootstrap document that names nobody. */
export async function findAccountId(client: Pool | PoolClient, caller: Caller): Promise<string | null> {
  if (caller.kind === 'session') return caller.accountId;
  const { rows } = await client.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [
    caller.email,
  ]);
  return rows[0]?.id ?? null;
}

/** Returns the id of the organisation token that the caller sent; null = the caller is a person. */
export function getTokenId(caller: Caller): string | null {
  return caller.kind === 'api_token' ? caller.tokenId : null;
}
