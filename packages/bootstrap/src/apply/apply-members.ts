import {
  type AccountState,
  changeAccounts,
  changeMembers,
  type OrganisationState,
  readAccounts,
  readMembers,
} from '@bunting/changes/organisations';
import { generatePassword } from '@bunting/authentication';
import { memberPath } from '@bunting/definitions/checks';
import { newId } from '@bunting/database';
import type { BootstrapRun } from './bootstrap-run.ts';
import type { MemberInput } from '../document/document-schema.ts';

/** Members are matched by e-mail address. An existing account becomes a member; a missing one is created. */
export async function applyMembers(
  run: BootstrapRun,
  organisation: OrganisationState,
  inputs: readonly MemberInput[],
  path: string,
): Promise<void> {
  const { transaction } = run;
  const emails = inputs.map(({ email }) => email.toLowerCase());
  const accounts = new Map(
    (await readAccounts(transaction, emails)).map((account) => [account.email, account]),
  );
  const members = new Map(
    (await readMembers(transaction, organisation)).map((member) => [member.accountId, member]),
  );

  const accountChanges = await Promise.all(
    inputs.map(async (input, index) => {
      const before = accounts.get(input.email.toLowerCase());
      return { before, after: await wantedAccount(run, organisation, input, before, `${path}[${index}]`) };
    }),
  );
  await changeAccounts(transaction, [organisation], accountChanges);

  const memberChanges = accountChanges.map(({ after: account }, index) => {
    const before = members.get(account.id);
    const role = inputs[index]?.role ?? before?.role ?? ('member' as const);
    return {
      before,
      after: { id: before?.id ?? newId(), accountId: account.id, email: account.email, role },
    };
  });
  await changeMembers(transaction, organisation, memberChanges);
}

const accountExists = "differs from the existing account's, which stays unchanged";

async function wantedAccount(
  { generated, warnings, passwordHashes }: BootstrapRun,
  organisation: OrganisationState,
  { email: given, name, password }: MemberInput,
  before: AccountState | undefined,
  path: string,
): Promise<AccountState> {
  const email = given.toLowerCase();
  const account = {
    id: before?.id ?? newId(),
    email,
    name: name ?? before?.name ?? '',
    isVerified: before?.isVerified ?? false,
    // Operators vouch for the address, but only to the organisation that the document names.
    provenToId: before === undefined ? organisation.id : before.provenToId,
  };
  // An existing account keeps its password: its owner may have changed it, or signs in at a provider.
  if (before !== undefined) {
    const { passwordHash } = before;
    const isSame =
      password === undefined ||
      (passwordHash !== null && (await passwordHashes.verify(password, passwordHash)));
    if (!isSame) warnings.push({ path: memberPath(path, 'password'), message: accountExists });
    return { ...account, passwordHash };
  }
  if (password !== undefined) return { ...account, passwordHash: await passwordHashes.hash(password) };
  const value = generatePassword();
  generated.push({ path: memberPath(path, 'password'), kind: 'password', subject: email, value });
  return { ...account, passwordHash: await passwordHashes.hash(value) };
}
