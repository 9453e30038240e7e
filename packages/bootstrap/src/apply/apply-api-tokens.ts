import {
  type ApiTokenState,
  changeApiTokens,
  findRightsFlaw,
  type OrganisationState,
  readAccounts,
  readApiTokens,
} from '@bunting/changes/organisations';
import { generateApiToken, hashSecret } from '@bunting/authentication';
import { memberPath } from '@bunting/definitions/checks';
import { newId } from '@bunting/database';
import type { BootstrapRun } from './bootstrap-run.ts';
import type { ApiTokenInput, OrganisationInput } from '../document/document-schema.ts';

const tokenIsRevoked = 'was revoked: remove it, or set another token';

/**
 * Tokens are matched by their hash, else by name: another token under a known name replaces the stored one. A revoked token
 * stays revoked, whatever the document says; another token under its name becomes a new token.
 */
export async function applyApiTokens(
  run: BootstrapRun,
  organisation: OrganisationState,
  { api_tokens: inputs = [], members = [] }: OrganisationInput,
  path: string,
): Promise<void> {
  if (inputs.length === 0) return;
  const { transaction } = run;
  const stored = await readApiTokens(transaction, organisation);
  const otherHashes = await readHashesOfOthers(run, organisation, inputs);
  const accounts = await readAccounts(
    transaction,
    members.map(({ email }) => email.toLowerCase()),
  );
  const accountIds = new Map(accounts.map(({ email, id }) => [email, id]));
  const owner = members.find(({ role }) => role === 'owner')?.email;

  const changes = inputs.flatMap((input, index) => {
    const tokenPath = memberPath(`${path}[${index}]`, 'token');
    const hash = input.token === undefined ? undefined : hashSecret(input.token).hash;
    if (hash !== undefined && otherHashes.has(hash)) {
      run.problems.push({ path: tokenPath, message: 'belongs to another organisation' });
      return [];
    }
    const sameName = stored.filter(({ name }) => name === input.name);
    const before =
      stored.find(({ tokenHash }) => tokenHash === hash) ??
      sameName.find(({ revokedAt }) => revokedAt === null) ??
      (hash === undefined ? sameName[0] : undefined);
    if (before !== undefined && before.revokedAt !== null && input.revoked !== true) {
      run.warnings.push({ path: `${path}[${index}]`, message: tokenIsRevoked });
    }
    const creator = input.created_by ?? (before === undefined ? owner : undefined);
    const createdById = creator === undefined ? undefined : accountIds.get(creator.toLowerCase());
    const after = wantedToken(run, organisation, input, before, createdById, tokenPath);
    // The stored role may contradict the scopes of the document.
    const flaw = findRightsFlaw(after);
    if (flaw?.member === 'role') {
      run.problems.push({ path: memberPath(`${path}[${index}]`, 'role'), message: flaw.message });
      return [];
    }
    return [{ before, after }];
  });
  await changeApiTokens(transaction, organisation, changes);
}

function wantedToken(
  { transaction, generated }: BootstrapRun,
  organisation: OrganisationState,
  { name, token, scopes, role, revoked }: ApiTokenInput,
  before: ApiTokenState | undefined,
  createdById: string | undefined,
  path: string,
): ApiTokenState {
  let value = token;
  if (value === undefined && before === undefined) {
    value = generateApiToken();
    generated.push({ path, kind: 'api_token', subject: `${organisation.slug}: ${name}`, value });
  }
  return {
    id: before?.id ?? newId(),
    name,
    tokenHash: value === undefined ? (before?.tokenHash ?? '') : hashSecret(value).hash,
    lastFour: value === undefined ? (before?.lastFour ?? '') : hashSecret(value).lastFour,
    scopes,
    role: scopes.includes('settings') ? (role ?? before?.role ?? 'admin') : null,
    createdById: createdById ?? before?.createdById ?? null,
    createdByTokenId: before?.createdByTokenId ?? null,
    revokedAt: before?.revokedAt ?? (revoked === true ? transaction.now : null),
  };
}

/** Returns the hashes among the document's tokens that belong to other organisations. */
async function readHashesOfOthers(
  { transaction: { client } }: BootstrapRun,
  organisation: OrganisationState,
  inputs: readonly ApiTokenInput[],
): Promise<Set<string>> {
  const hashes = inputs.flatMap(({ token }) => (token === undefined ? [] : hashSecret(token).hash));
  const { rows } = await client.query<{ hash: string }>(
    'SELECT token_hash AS hash FROM api_token WHERE token_hash = ANY($1) AND organisation_id <> $2',
    [hashes, organisation.id],
  );
  return new Set(rows.map(({ hash }) => hash));
}
