import { readApiTokens, type ApiTokenState } from '@bunting/changes/organisations';
import type { ChangeTransaction } from '@bunting/changes';
import type { Pool, PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { TokenRow } from './representation.ts';

const tokens = `
  SELECT api_token.id, api_token.name, api_token.last_four, api_token.scopes, account.email AS created_by,
    account.id IS NOT NULL AND NOT EXISTS (
      SELECT FROM member WHERE member.organisation_id = api_token.organisation_id AND member.account_id = account.id
    ) AS created_by_left,
    api_token.created_at, api_token.last_used_at, api_token.revoked_at
  FROM api_token LEFT JOIN account ON account.id = api_token.created_by_id`;

/** Lists the tokens of an organisation in the order of creation, those after `after`. */
export function listApiTokens(
  pool: Pool,
  organisation: { readonly id: string },
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PageRows<TokenRow>> {
  return readPageRows<TokenRow>(
    pool,
    `${tokens}
     WHERE api_token.organisation_id = $1 AND ($2::uuid IS NULL OR api_token.id > $2)
     ORDER BY api_token.id LIMIT $3`,
    [organisation.id, after ?? null, limit],
  );
}

export async function readApiToken(client: PoolClient, id: string): Promise<TokenRow> {
  const { rows } = await client.query<TokenRow>(`${tokens} WHERE api_token.id = $1`, [id]);
  return rows[0]!;
}

/** Reads the token under the organisation's lock. Throws 404. */
export async function readLockedApiToken(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  id: string,
): Promise<ApiTokenState> {
  const stored = await readApiTokens(transaction, organisation);
  const token = stored.find((each) => each.id === id.toLowerCase());
  if (token === undefined) throw settingsErrors.unknown('token', id);
  return token;
}
