import { generateUserSigningSecret } from '@bunting/authentication';
import { changeSigningSecret, readSigningSecret, type EnvironmentState } from '@bunting/changes/environments';
import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { resealSecret, sealSecret, type SealingKeys } from '@bunting/sealed-secrets';

/** Gives the environment a new signing secret; the current one becomes the previous one, whose turn ends. */
export async function makeSigningSecret(
  transaction: ChangeTransaction,
  project: ProjectState,
  environment: EnvironmentState,
  keys: SealingKeys,
): Promise<{ secret: string; createdAt: Date }> {
  const secret = generateUserSigningSecret();
  const owner = `environment ${environment.id}` as const;
  const before = await readSigningSecret(transaction, environment);
  const previous = before === undefined ? null : resealSecret(before.current, keys, owner);
  const after = { current: sealSecret(secret, keys, owner), previous, createdAt: transaction.now };
  await changeSigningSecret(transaction, project, environment, { before, after });
  return { secret, createdAt: transaction.now };
}

/** Seals the environment's signing secrets with the current key, where they are not yet. */
export async function resealSigningSecret(
  transaction: ChangeTransaction,
  project: ProjectState,
  environment: EnvironmentState,
  keys: SealingKeys,
): Promise<void> {
  const before = await readSigningSecret(transaction, environment);
  if (before === undefined) return;
  const owner = `environment ${environment.id}` as const;
  const { current, previous } = before;
  const after = {
    ...before,
    current: resealSecret(current, keys, owner),
    previous: previous && resealSecret(previous, keys, owner),
  };
  await changeSigningSecret(transaction, project, environment, { before, after });
}
