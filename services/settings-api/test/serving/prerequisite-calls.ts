import { expect } from '@jest/globals';
import { everyone, staging } from '../checkout.ts';
import type { Answered, Calls } from '../client.ts';
import type { RunningApp } from '../running-app.ts';

export const paymentsEnabled = { variable: 'payments-enabled', variations: ['on'] };

/** Returns calls that write prerequisites in staging. */
export function prerequisiteCalls(web: Calls) {
  return {
    /** Creates a feature with a boolean variable that is served by nothing yet. */
    async createFeature(slug: string, variable = `${slug}-enabled`): Promise<void> {
      const variations = ['off', 'on', 'beta'].map((each) => ({
        slug: each,
        name: each,
        values: { [variable]: each !== 'off' },
      }));
      const variables = [{ slug: variable, type: 'boolean' }];
      const answer = await web.post('/features', { slug, name: slug, variables, variations });
      expect(answer.status).toBe(201);
    },
    put: (prerequisites: readonly object[], path = staging) =>
      web.put(`${path}/targeting`, { enabled: true, prerequisites, rules: [everyone] }),
    putOf: (feature: string, variables: readonly string[], serve = 'on') =>
      web.put(`/features/${feature}/environments/staging/targeting`, {
        enabled: true,
        prerequisites: variables.map((variable) => ({ variable, variations: [serve] })),
        rules: [{ name: 'Everyone', any_of: [], serve: { variation: serve } }],
      }),
  };
}

/** Returns the problems of a refusal as lines. */
export function getProblems({ body }: Answered): string[] {
  return (body.details as { path: string; message: string }[]).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

/** Reads the text of a feature's fragment. */
export async function readFragment(
  { pool }: Pick<RunningApp, 'pool'>,
  feature = 'checkout',
  environment = 'staging',
): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT document::text AS text FROM datafile_fragment JOIN environment ON environment.id = environment_id
     JOIN feature ON feature.id = entity_id WHERE feature.slug = $1 AND environment.slug = $2 AND document IS NOT NULL`,
    [feature, environment],
  );
  return rows[0]!.text;
}
