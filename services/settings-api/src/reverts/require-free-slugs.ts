import {
  readVariableOwners,
  type Change,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
} from '@bunting/changes';
import { memberPath } from '@bunting/definitions/checks';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 409 `taken` where features or variables that come back have slugs that others took meanwhile. */
export async function requireFreeSlugs(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<FeatureState>[],
): Promise<void> {
  const left = changes.flatMap(({ after }) => after ?? []);
  const ids = changes.flatMap(({ before, after }) => (before ?? after)?.id ?? []);
  const { rows } = await transaction.client.query<{ slug: string }>(
    `SELECT slug FROM feature
     WHERE project_id = $1 AND status <> 'deleted' AND slug = ANY($2) AND id <> ALL($3) LIMIT 1`,
    [project.id, left.map(({ slug }) => slug), ids],
  );
  const [taken = repeated(left.map(({ slug }) => slug))] = rows.map(({ slug }) => slug);
  if (taken !== undefined) throw settingsErrors.taken('feature', taken);
  const variables = left.flatMap((feature) =>
    feature.variables.map(({ slug }) => ({ slug, feature: feature.slug })),
  );
  const slugs = variables.map(({ slug }) => slug);
  const owners = await readVariableOwners(transaction, project, slugs, { without: ids });
  const [owned] = owners;
  if (owned !== undefined) {
    const holder = {
      path: memberPath('variables', owned[0]),
      message: `belongs to the feature ${owned[1]}`,
      code: 'taken' as const,
      resource: { kind: 'feature', slug: owned[1] },
    };
    throw settingsErrors.taken('variable', owned[0], [holder]);
  }
  const ofTwo = repeated(
    [...new Set(variables.map(({ slug, feature }) => `${slug} ${feature}`))].map(
      (each) => each.split(' ')[0] ?? '',
    ),
  );
  if (ofTwo !== undefined) throw settingsErrors.taken('variable', ofTwo);
}

function repeated(names: readonly string[]): string | undefined {
  const known = new Set<string>();
  return names.find((name) => known.size === known.add(name).size);
}
