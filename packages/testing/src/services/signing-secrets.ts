import { createSealingKeys, sealSecret } from '@bunting/sealed-secrets';
import type { createTestPool } from '../postgres/test-pool.ts';

/**
 * Stores secrets that sign users, as settings-api does, for the environments of an organisation. A change of their access must follow, which
 * brings them to evaluators.
 */
export async function storeSigningSecrets(
  pool: Pick<ReturnType<typeof createTestPool>, 'query'>,
  organisation: string,
  options: { current: string; previous: string; sealingKey: string },
): Promise<void> {
  const keys = createSealingKeys(options.sealingKey);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT environment.id FROM environment JOIN project ON project.id = project_id
     JOIN organisation ON organisation.id = organisation_id WHERE organisation.slug = $1`,
    [organisation],
  );
  for (const { id } of rows) {
    const [current, previous] = [options.current, options.previous].map((secret) =>
      sealSecret(secret, keys, `environment ${id}`),
    );
    await pool.query(
      `UPDATE environment SET signing_secret = $2, signing_secret_key_id = $3, previous_signing_secret = $4,
         previous_signing_secret_key_id = $5, signing_secret_created_at = now() WHERE id = $1`,
      [id, current!.text, current!.keyId, previous!.text, previous!.keyId],
    );
  }
}
