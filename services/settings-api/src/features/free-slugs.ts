import { readVariableOwners } from '@bunting/changes';
import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 409 where a feature of the project, held by the transaction, has the slug. */
export async function requireFreeFeature(
  { client }: ChangeTransaction,
  project: ProjectState,
  slug: string,
): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM feature WHERE project_id = $1 AND slug = $2 AND status <> 'deleted'`,
    [project.id, slug],
  );
  if (rowCount !== 0) throw settingsErrors.taken('feature', slug);
}

/** Variables are unique in their project (contract §2.1). Throws 409, which names the features that have them. */
export async function requireFreeVariables(
  transaction: ChangeTransaction,
  project: ProjectState,
  slugs: readonly string[],
  pathOf: (index: number) => string,
): Promise<void> {
  const owners = await readVariableOwners(transaction, project, slugs, { without: [] });
  const taken = slugs.flatMap((slug, index) => {
    const owner = owners.get(slug);
    return owner === undefined
      ? []
      : { path: pathOf(index), message: `belongs to the feature ${owner}`, slug };
  });
  const [first] = taken;
  if (first === undefined) return;
  const holders = taken.map(({ path, message }) => ({ path, message }));
  throw settingsErrors.taken('variable', first.slug, holders);
}
