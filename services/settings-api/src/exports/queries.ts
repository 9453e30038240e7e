import { exportProject } from '@bunting/bootstrap';
import { withTransaction } from '@bunting/database';
import type { Pool } from 'pg';

/** Reads a project with several statements that see one state of the database, without any lock. */
export function readWholeProject(pool: Pool, project: Parameters<typeof exportProject>[1]) {
  return withTransaction(pool, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return exportProject({ client }, project);
  });
}
