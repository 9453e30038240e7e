import {
  readVariableOwners,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
} from '@bunting/changes';
import { maxEntries } from '@bunting/definitions';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 409 where a feature of the project has the slug. Call it under the project's lock. */
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

/** Throws 409 where variables of the project have the slugs (contract §2.1); the error names their features. */
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
      : {
          slug,
          path: pathOf(index),
          message: `belongs to the feature ${owner}`,
          code: 'taken' as const,
          resource: { kind: 'feature', slug: owner },
        };
  });
  const [first] = taken;
  if (first === undefined) return;
  throw settingsErrors.taken('variable', first.slug, taken);
}

/**
 * Throws 400 where the feature has as many variables or variations as a document may give it: added one at a time, they could
 * become more. A feature that has more keeps them.
 */
export function requireBelowLimit(feature: FeatureState, part: 'variables' | 'variations'): void {
  const max = maxEntries[part];
  if (feature[part].length < max) return;
  throw settingsErrors.invalid([{ path: '', message: `a feature can have at most ${max} ${part}` }]);
}
