import { isDeepStrictEqual } from 'node:util';
import { eitherState, type Change, type ChangeTransaction } from '../change-transaction.ts';
import type { FeatureState } from '../features/feature-state.ts';
import { readFeatures } from '../features/read-features.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { readServing, type EnvironmentServing } from './read-serving.ts';
import { readEnvironmentSlugs } from './record-lost-serving.ts';
import { recordServing } from './record-serving.ts';

/** Reads what environments serve of the features whose prerequisites name a part that these changes rename; call it before they are written. */
export async function readServingOfDependents(
  { client }: ChangeTransaction,
  changes: readonly Change<FeatureState>[],
): Promise<EnvironmentServing[]> {
  const renaming = changes.filter(hasRenamedPart).map((change) => eitherState(change).id);
  if (renaming.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT targeting.feature_id AS id
     FROM variable JOIN targeting_prerequisite ON variable_id = variable.id JOIN targeting ON targeting.id = targeting_id
     WHERE variable.feature_id = ANY($1)`,
    [renaming],
  );
  return readServing(
    { client },
    rows.map(({ id }) => id),
    { withOverrides: false },
  );
}

/** Records that the prerequisites of the dependents have other names now, so that their history has no gap, and their fragments are written. */
export async function recordRenamedPrerequisites(
  transaction: ChangeTransaction,
  project: ProjectState,
  served: readonly EnvironmentServing[],
): Promise<void> {
  if (served.length === 0) return;
  const ids = [...new Set(served.map(({ featureId }) => featureId))];
  const features = new Map((await readFeatures(transaction, ids)).map((feature) => [feature.id, feature]));
  const slugs = await readEnvironmentSlugs(transaction, project);
  const now = await readServing(transaction, ids, { withOverrides: false });
  const getKey = ({ featureId, environmentId }: EnvironmentServing) => `${featureId} ${environmentId}`;
  const stored = new Map(now.map((each) => [getKey(each), each]));
  for (const before of served) {
    const after = stored.get(getKey(before));
    const feature = features.get(before.featureId);
    if (after === undefined || feature === undefined) continue;
    if (isDeepStrictEqual(before.targeting?.prerequisites, after.targeting?.prerequisites)) continue;
    const environment = { id: before.environmentId, slug: slugs.get(before.environmentId) as string };
    recordServing(transaction, project, { feature, environment, before, after }, true);
  }
}

function hasRenamedPart({ before, after }: Change<FeatureState>): boolean {
  if (before === undefined || after === undefined) return false;
  return (['variables', 'variations'] as const).some((parts) => {
    const slugs = new Map(after[parts].map(({ id, slug }) => [id, slug]));
    return before[parts].some(({ id, slug }) => (slugs.get(id) ?? slug) !== slug);
  });
}
