import { createHash } from 'node:crypto';
import type { Database } from '@bunting/database';
import type { Organisation } from '@bunting/definitions/organisations';

/** An organisation token that is valid now, with its organisation. */
export interface OrganisationToken {
  /** UUID of the token. */
  readonly tokenId: string;
  /** Read at this moment, so that a changed status or plan counts at once. */
  readonly organisation: Organisation;
  /** As they are stored: `readScopes` of `@bunting/changes` reads the role of the scope `settings` from them. */
  readonly scopes: readonly string[];
  /** E-mail address of the member who made it; null = it came from a document that names none. */
  readonly createdBy: string | null;
}

/**
 * Looks a token up by its SHA-256. `undefined` = malformed, unknown or revoked: callers must not learn which
 * (contract §5). Asks PostgreSQL each time, so that a revoked token is refused at once; rejects when it cannot be asked.
 */
export async function findOrganisationToken(
  pool: Database,
  token: string,
): Promise<OrganisationToken | undefined> {
  if (!token.startsWith('rpa_')) return undefined;
  const hash = createHash('sha256').update(token).digest('hex');
  const { rows } = await pool.query<OrganisationToken>(statement, [hash]);
  return rows[0];
}

const statement = `
  SELECT api_token.id AS "tokenId",
    json_build_object('id', organisation.id, 'slug', organisation.slug, 'status', organisation.status,
      'plan', organisation.plan, 'mauCap', organisation.mau_cap) AS organisation,
    api_token.scopes, account.email AS "createdBy"
  FROM api_token
  JOIN organisation ON organisation.id = api_token.organisation_id
  LEFT JOIN account ON account.id = api_token.created_by_id
  WHERE api_token.token_hash = $1 AND api_token.revoked_at IS NULL`;
