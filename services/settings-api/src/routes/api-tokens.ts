import {
  changeApiTokens,
  generateApiToken,
  hashSecret,
  lockOrganisation,
  nameSchema,
  readApiTokens,
  tokenScopes,
} from '@bunting/changes';
import type { ChangeTransaction, TokenScope } from '@bunting/changes';
import { newId } from '@bunting/database';
import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import { accountOf, tokenOf } from '../account-of.ts';
import type { Caller } from '../caller.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { wordsOf } from '../words-of.ts';

const path = '/organisations/{org}/api-tokens';

const scopesSchema = Type.Array(wordsOf(tokenScopes));

const properties = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  last_four: Type.String({ description: 'of the token itself, which nobody can see twice' }),
  scopes: scopesSchema,
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'who made it: what it changes is done in their name; null = a document that named nobody',
  }),
  created_at: timeSchema,
  revoked_at: Type.Union([timeSchema, Type.Null()], { description: 'null = it is valid' }),
};

const apiTokenSchema = Type.Object(properties);

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: TokenScope[];
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

const columns = `api_token.id, api_token.name, api_token.last_four, api_token.scopes, account.email AS created_by,
  api_token.created_at, api_token.revoked_at
  FROM api_token LEFT JOIN account ON account.id = api_token.created_by_id`;

function toToken({ created_at, revoked_at, ...row }: TokenRow) {
  return { ...row, created_at: created_at.toISOString(), revoked_at: revoked_at?.toISOString() ?? null };
}

async function readToken(client: Pool | PoolClient, id: string): Promise<TokenRow> {
  const { rows } = await client.query<TokenRow>(`SELECT ${columns} WHERE api_token.id = $1`, [id]);
  return rows[0]!;
}

/** Nobody gives what they do not have; `members` says nothing without `settings`. */
function requireGivableScopes(caller: Caller, scopes: readonly TokenScope[]): void {
  const missing =
    caller.kind === 'api_token' ? scopes.find((scope) => !caller.scopes.includes(scope)) : undefined;
  if (missing !== undefined) throw settingsErrors.scopeMissing(missing);
  if (scopes.includes('members') && !scopes.includes('settings')) {
    throw settingsErrors.invalid([{ path: 'scopes', message: 'has to name "settings" beside "members"' }]);
  }
}

export const apiTokenRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the tokens of an organisation, those that were revoked too',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(apiTokenSchema),
    async handle({ organisation, query }, { pool }) {
      const { rows, isCut } = await readPageRows<TokenRow>(
        pool,
        `SELECT ${columns}
         WHERE api_token.organisation_id = $1 AND ($2::uuid IS NULL OR api_token.id > $2)
         ORDER BY api_token.id LIMIT $3`,
        [organisation.id, readCursor(query.cursor, isUuid) ?? null, query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ id }) => id, toToken, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-people',
    summary: 'Make a token for scripts',
    description:
      'The answer shows it, and nothing does so again. What it changes is done in the name of whoever made it, also after they have left: revoke it if it should end with them. With `members` beside `settings` a token may add members and make tokens itself, whose scopes are among its own.',
    body: Type.Object(
      {
        name: nameSchema,
        scopes: Type.Array(wordsOf(tokenScopes), {
          minItems: 1,
          maxItems: tokenScopes.length,
          uniqueItems: true,
        }),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answer: Type.Object({ ...properties, token: Type.String() }),
    async handle({ organisation, caller, body }, dependencies) {
      requireGivableScopes(caller, body.scopes);
      const token = generateApiToken();
      const { hash: tokenHash, lastFour } = hashSecret(token);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        await lockOrganisation(transaction, organisation.slug);
        const createdById = await accountOf(transaction.client, caller);
        const createdByTokenId = tokenOf(caller);
        const after = {
          id: newId(),
          ...body,
          tokenHash,
          lastFour,
          createdById,
          createdByTokenId,
          revokedAt: null,
        };
        await changeApiTokens(transaction, organisation, [{ after }]);
        return readToken(transaction.client, after.id);
      });
      return { body: { ...toToken(result), token } };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-organisation',
    summary: 'Revoke a token',
    description:
      'It is refused at once, and stays in the list, as revoked. So are the tokens that it made; invitations that it made and nobody has accepted end.',
    status: 204,
    async handle({ organisation, params, caller }, dependencies) {
      const change = async (transaction: ChangeTransaction) => {
        await lockOrganisation(transaction, organisation.slug);
        await dependencies.confirmAccess(transaction.client);
        const tokens = await readApiTokens(transaction, organisation);
        const before = tokens.find(({ id }) => id === params.id.toLowerCase());
        if (before === undefined) throw settingsErrors.unknown('token', params.id);
        const after = { ...before, revokedAt: before.revokedAt ?? transaction.now };
        await changeApiTokens(transaction, organisation, [{ before, after }]);
      };
      await changeAs(dependencies, caller, change, { confirmsItself: true });
      return { body: undefined };
    },
  }),
];
