import type { SealedSecret } from '@bunting/sealed-secrets';
import { differences, record, type Change, type ChangeTransaction } from '../change-transaction.ts';
import type { EnvironmentState } from './environments.ts';
import type { ProjectState } from '../projects/lock-project.ts';

/** The secret with which an environment's users are signed, and the one before, which verifies until the next is made. */
export interface SigningSecretState {
  readonly current: SealedSecret;
  readonly previous: SealedSecret | null;
  /** Applies to the current secret. */
  readonly createdAt: Date;
}

/** Reads the signing secret; undefined = none. */
export async function readSigningSecret(
  { client }: Pick<ChangeTransaction, 'client'>,
  environment: { readonly id: string },
): Promise<SigningSecretState | undefined> {
  const { rows } = await client.query<SigningSecretState>(
    `SELECT json_build_object('text', signing_secret, 'keyId', signing_secret_key_id) AS current,
            CASE WHEN previous_signing_secret IS NOT NULL THEN
              json_build_object('text', previous_signing_secret, 'keyId', previous_signing_secret_key_id)
            END AS previous,
            coalesce(signing_secret_created_at, updated_at) AS "createdAt"
     FROM environment WHERE id = $1 AND signing_secret IS NOT NULL`,
    [environment.id],
  );
  return rows[0];
}

/** Writes a secret that was made or sealed anew; an environment has one from then on. */
export async function changeSigningSecret(
  transaction: ChangeTransaction,
  project: ProjectState,
  { id, slug }: Pick<EnvironmentState, 'id' | 'slug'>,
  change: Change<SigningSecretState> & { readonly after: SigningSecretState },
): Promise<void> {
  if (differences([change]).length === 0) return;
  const { client, now, touched } = transaction;
  const { current, previous, createdAt } = change.after;
  await client.query(
    `UPDATE environment SET signing_secret = $2, signing_secret_key_id = $3, previous_signing_secret = $4,
       previous_signing_secret_key_id = $5, signing_secret_created_at = $6, updated_at = $7
     WHERE id = $1`,
    [id, current.text, current.keyId, previous?.text ?? null, previous?.keyId ?? null, createdAt, now],
  );
  touched.access.add(id);
  record(transaction, 'signing_secret', change, describe, {
    organisationId: project.organisationId,
    projectId: project.id,
    environmentId: id,
    subject: `${project.slug}/${slug}`,
  });
}

function describe({ createdAt }: SigningSecretState) {
  return { created_at: createdAt.toISOString() };
}
