import type { Pool } from 'pg';
import type { Changed, Changing } from '../framework/change.ts';
import { settingsErrors } from '../framework/errors.ts';
import { findRepository } from './queries.ts';

interface Deletion {
  readonly organisation: { readonly id: string };
  readonly project: { readonly id: string; readonly slug: string };
  readonly id: string;
}

/** Rows of a statement: one that deletes millions would hold its locks for minutes. */
const rowsPerStatement = 10_000;

/** Deletes a repository with its references. Throws 404 for what is not a repository of the project. */
export async function deleteRepository(
  { pool, change, isDryRun }: Changing & { readonly pool: Pool },
  { organisation, project, id }: Deletion,
): Promise<Changed<void>> {
  const { repository } = await findRepository(pool, project.id, id);
  if (!isDryRun) await deleteReferences(pool, id);
  return change(async (transaction) => {
    // References that were pushed meanwhile go with the row, by the foreign key.
    const { rowCount } = await transaction.client.query('DELETE FROM repository_connection WHERE id = $1', [
      id,
    ]);
    if (rowCount === 0) throw settingsErrors.unknown('repository', id);
    transaction.recorded.push({
      organisationId: organisation.id,
      projectId: project.id,
      action: 'repository.deleted',
      subject: `${project.slug}/${repository}`,
      before: { repository },
      after: null,
    });
  });
}

/** Deletes the references of a repository, some at a time. */
async function deleteReferences(pool: Pool, repositoryId: string): Promise<void> {
  let deleted: number | null;
  do {
    const result = await pool.query(
      `DELETE FROM code_reference WHERE id IN (
         SELECT id FROM code_reference WHERE repository_connection_id = $1 LIMIT ${rowsPerStatement})`,
      [repositoryId],
    );
    deleted = result.rowCount;
  } while (deleted === rowsPerStatement);
}
