import { createTraceSigner, type TraceSigner } from '@bunting/evaluation-trace';
import type { createPool } from '@bunting/database';
import { testSecret } from '@bunting/testing';

/** Signs traces as eval-api does, for names instead of ids. */
export interface Signer {
  sign(names?: { environment?: string; variable?: string; variation?: string }): string;
}

/** Creates a signer for the project `web` of the organisation `acme`. */
export async function createSigner(
  pool: ReturnType<typeof createPool>,
  options: { secret?: string; now?: () => number } = {},
): Promise<Signer> {
  const { secret = testSecret, now = Date.now } = options;
  const signer: TraceSigner = createTraceSigner({ secret, now });
  const { rows } = await pool.query<{ index: string; id: string }>(
    `SELECT 'environment ' || environment.slug AS index, environment.id FROM environment
        JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
        WHERE organisation.slug = 'acme' AND project.slug = 'web'
      UNION ALL
      SELECT 'variable ' || variable.slug, variable.id FROM variable
        JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
        WHERE organisation.slug = 'acme' AND project.slug = 'web'
      UNION ALL
      SELECT 'variation ' || feature.slug || ' ' || variation.slug, variation.id FROM variation
        JOIN feature ON feature.id = feature_id JOIN project ON project.id = project_id
        JOIN organisation ON organisation.id = organisation_id
        WHERE organisation.slug = 'acme' AND project.slug = 'web'`,
  );
  const ids = new Map(rows.map(({ index, id }) => [index, id]));
  return {
    sign({ environment = 'production', variable = 'checkout-enabled', variation = 'checkout on' } = {}) {
      const found = [`environment ${environment}`, `variable ${variable}`, `variation ${variation}`].map(
        (index) => ids.get(index),
      ) as [string, string, string];
      return signer.sign(...found);
    },
  };
}
