import {
  compileFragments,
  createDatafile,
  evaluate,
  readContext,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { Pool } from 'pg';

/** Reads the environments of a project as evaluators load them, by slug. */
async function datafilesOf(pool: Pool, project: string) {
  const { rows } = await pool.query<{ environment: string; fragments: DatafileFragment[] }>(
    `SELECT environment.slug AS environment,
            json_agg(json_build_object('kind', kind, 'id', entity_id, 'document', document)) AS fragments
     FROM datafile_fragment JOIN environment ON environment.id = environment_id
     JOIN project ON project.id = project_id
     WHERE project.slug = $1 AND kind <> 'access' GROUP BY environment.slug ORDER BY environment.slug`,
    [project],
  );
  return rows.map(({ environment, fragments }) => {
    const datafile = createDatafile();
    datafile.apply(compileFragments(fragments));
    return { environment, datafile };
  });
}

const richKeys = ['checkout-layout', 'checkout-steps', 'checkout-options', 'done', 'gone', 'bare'];

/** Evaluates variables, those of the rich project unless others are named, for each user in each environment. */
export async function evaluateForUsers(
  pool: Pool,
  project: string,
  users: readonly object[],
  keys: readonly string[] = richKeys,
): Promise<string[]> {
  const now = Date.parse('2026-11-21T12:00:00Z');
  return (await datafilesOf(pool, project)).flatMap(({ environment, datafile }) =>
    users.flatMap((user) =>
      keys.map((key) => `${environment} ${evaluate(datafile, key, readContext(user), now).text}`),
    ),
  );
}
