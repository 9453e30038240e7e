import { differences, eitherState, record, removedStates, writtenStates } from '../change-transaction.ts';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { deleteRows, tableOf, writeRows } from '../rows.ts';
import { endInvitations } from './end-invitations.ts';

/** `members` lets a token with `settings` also make members and tokens. */
export const tokenScopes = ['code_references', 'settings', 'members'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** An organisation token; the token itself is nowhere, only its hash. */
export interface ApiTokenState {
  readonly id: string;
  readonly name: string;
  readonly tokenHash: string;
  readonly lastFour: string;
  readonly scopes: readonly TokenScope[];
  /** The account that made it. */
  readonly createdById: string | null;
  /** The token by which that was done; `null` = none. */
  readonly createdByTokenId: string | null;
  readonly revokedAt: Date | null;
}

const apiTokens = tableOf('api_token', [
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

export async function readApiTokens(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<ApiTokenState[]> {
  const { rows } = await client.query<ApiTokenState>(
    `SELECT id, name, token_hash AS "tokenHash", last_four AS "lastFour", scopes, created_by_id AS "createdById",
            created_by_token_id AS "createdByTokenId", revoked_at AS "revokedAt"
     FROM api_token WHERE organisation_id = $1 ORDER BY id`,
    [organisation.id],
  );
  return rows;
}

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
      scopes: token.scopes,
      created_by_id: token.createdById,
      created_by_token_id: token.createdByTokenId,
      revoked_at: token.revokedAt,
    })),
  );
  for (const change of different) {
    const subject = eitherState(change).name;
    record(transaction, 'api_token', change, describe, { organisationId: organisation.id, subject });
  }
  await endWhatTheyMade(transaction, organisation, different);
}

/**
 * With a token everything ends that it made: tokens, what those made, and the invitations of all of them which nobody has
 * accepted. Whoever was let in by it stays.
 */
async function endWhatTheyMade(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<ApiTokenState>[],
): Promise<void> {
  const ended = new Set(
    changes.flatMap(({ before, after }) =>
      before?.revokedAt === null && after?.revokedAt !== null ? [before.id] : [],
    ),
  );
  if (ended.size === 0) return;
  const isMade = (maker: string | null) => maker !== null && ended.has(maker);
  const made = (await readApiTokens(transaction, organisation)).filter(
    ({ createdByTokenId, revokedAt }) => isMade(createdByTokenId) && revokedAt === null,
  );
  const revokedAt = transaction.now;
  await changeApiTokens(
    transaction,
    organisation,
    made.map((before) => ({ before, after: { ...before, revokedAt } })),
  );
  await endInvitations(transaction, organisation, ({ invitedByTokenId }) => isMade(invitedByTokenId));
}

function describe({ name, lastFour, scopes, revokedAt }: ApiTokenState) {
  return { name, last_four: lastFour, scopes, revoked: revokedAt !== null };
}
