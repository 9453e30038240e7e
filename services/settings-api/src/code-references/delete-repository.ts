import type { Author, Writing } from '../change-as.ts';
import { changeAs } from '../change-as.ts';

interface Deletion {
  readonly organisation: { readonly id: string };
  readonly project: { readonly id: string; readonly slug: string };
  readonly caller: Author;
  readonly id: string;
}

/** Rows of a statement: one that deletes millions would keep its locks for minutes. */
const rowsAtOnce = 10_000;

/** Deletes a repository with its references; false = the project has none with this id. */
export async function deleteRepository(
  dependencies: Writing,
  { organisation, project, caller, id }: Deletion,
): Promise<boolean> {
  const { pool } = dependencies;
  const { rows } = await pool.query<{ repository: string }>(
    'SELECT repository FROM repository_connection WHERE id = $1 AND project_id = $2',
    [id, project.id],
  );
  const [found] = rows;
  if (found === undefined) return false;
  let deleted: number;
  do {
    const result = await pool.query(
      `DELETE FROM code_reference WHERE id IN (
         SELECT id FROM code_reference WHERE repository_connection_id = $1 LIMIT ${rowsAtOnce})`,
      [id],
    );
    deleted = result.rowCount ?? 0;
  } while (deleted === rowsAtOnce);
  const { result } = await changeAs(dependencies, caller, async (transaction) => {
    // With what was pushed meanwhile.
    const { rowCount } = await transaction.client.query('DELETE FROM repository_connection WHERE id = $1', [
      id,
    ]);
    if (rowCount === 0) return false;
    transaction.recorded.push({
      organisationId: organisation.id,
      projectId: project.id,
      action: 'repository.deleted',
      subject: `${project.slug}/${found.repository}`,
      before: { repository: found.repository },
      after: null,
    });
    return true;
  });
  return result;
}
