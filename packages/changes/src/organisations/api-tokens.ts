import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import { endInvitations } from './invitations.ts';
import { readScopes, storeScopes, type TokenRights } from './roles.ts';

/** An organisation token. Only the hash of the token is stored. */
export interface ApiTokenState extends TokenRights {
  readonly id: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly lastFour: string;
  /** The account that made it. */
  readonly createdById: string | null;
  /** The token that made it; `null` = none. */
  readonly createdByTokenId: string | null;
  readonly revokedAt: Date | null;
}

const apiTokens = defineTable('api_token', [
  'id',
  'organisation_id',
  'name',
  'token_hash',
  'last_four',
  'scopes',
  'created_by_id',
  'created_by_token_id',
  'revoked_at',
]);

/** Reads all tokens of an organisation, revoked ones included, ordered by id. `organisation.id` is a UUID. */
export async function readApiTokens(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<ApiTokenState[]> {
  const { rows } = await client.query<Omit<ApiTokenState, 'scopes' | 'role'> & { scopes: string[] }>(
    `SELECT id, name, token_hash AS "tokenHash", last_four AS "lastFour", scopes, created_by_id AS "createdById",
            created_by_token_id AS "createdByTokenId", revoked_at AS "revokedAt"
     FROM api_token WHERE organisation_id = $1 ORDER BY id`,
    [organisation.id],
  );
  return rows.map((row) => ({ ...row, ...readScopes(row.scopes) }));
}

/** Writes organisation tokens. A revoked token keeps its row; a token without `after` is deleted. */
export async function changeApiTokens(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<ApiTokenState>[],
): Promise<void> {
  const different = differences(changes);
  await deleteRows(transaction.client, apiTokens, ['id'], removedStates(different));
  await writeRows(
    transaction.client,
    apiTokens,
    writtenStates(different).map((token) => ({
      id: token.id,
      organisation_id: organisation.id,
      name: token.name,
      token_hash: token.tokenHash,
      last_four: token.lastFour,
      scopes: storeScopes(token),
      created_by_id: token.createdById,
      created_by_token_id: token.createdByTokenId,
      revoked_at: token.revokedAt,
    })),
  );
  for (const change of different) {
    const subject = eitherState(change).name;
    record(transaction, 'api_token', change, describe, { organisationId: organisation.id, subject });
  }
  await revokeDescendants(transaction, organisation, different);
}

/**
 * Revokes the tokens that a token created, and the tokens that those created, and withdraws their open invitations. Members who accepted an
 * invitation stay.
 */
async function revokeDescendants(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<ApiTokenState>[],
): Promise<void> {
  const revoked = new Set(
    changes.flatMap(({ before, after }) =>
      before?.revokedAt === null && after?.revokedAt !== null ? [before.id] : [],
    ),
  );
  if (revoked.size === 0) return;
  const isDescendant = (creator: string | null) => creator !== null && revoked.has(creator);
  const descendants = (await readApiTokens(transaction, organisation)).filter(
    ({ createdByTokenId, revokedAt }) => isDescendant(createdByTokenId) && revokedAt === null,
  );
  const revokedAt = transaction.now;
  await changeApiTokens(
    transaction,
    organisation,
    descendants.map((before) => ({ before, after: { ...before, revokedAt } })),
  );
  await endInvitations(transaction, organisation, ({ invitedByTokenId }) => isDescendant(invitedByTokenId));
}

function describe({ name, lastFour, scopes, role, revokedAt }: ApiTokenState) {
  return { name, last_four: lastFour, scopes, role, revoked: revokedAt !== null };
}
