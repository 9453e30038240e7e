import type { Pool, PoolClient } from 'pg';
import type { Caller } from './caller.ts';

/** The account in whose name the caller acts; null = a token that a document made for nobody in particular. */
export async function accountOf(client: Pool | PoolClient, caller: Caller): Promise<string | null> {
  if (caller.kind === 'session') return caller.accountId;
  const { rows } = await client.query<{ id: string }>('SELECT id FROM account WHERE email = $1', [
    caller.email,
  ]);
  return rows[0]?.id ?? null;
}

/** The organisation token by which the caller acts; null = a person. */
export function tokenOf(caller: Caller): string | null {
  return caller.kind === 'api_token' ? caller.tokenId : null;
}
