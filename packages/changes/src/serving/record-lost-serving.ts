import { inSlices } from '@bunting/async';
import { eitherState, type Change, type ChangeTransaction } from '../change-transaction.ts';
import type { FeatureState } from '../features/feature-state.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { readServing } from './read-serving.ts';
import { recordServing } from './record-serving.ts';
import { nothingServed, type ServingState } from './serving-state.ts';

/** The number of features whose state in all environments is read at once. */
const featuresAtOnce = 500;
/** Overrides of one record. Records of more would be slow to read, to compare and to bring back. */
const overridesAtOnce = 10_000;

/**
 * Records what environments lose with the features and variables that `changes` delete, so that a revert can bring it back: records
 * of targeting, defaults and overrides, as if somebody had removed them just before. They cause no webhook events, because
 * `feature.deleted` and `feature.updated` tell of the parts too (decisions §5.1), and no lines in lists of differences.
 */
export async function recordLostServing(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<FeatureState>[],
): Promise<void> {
  const deleted = changes.filter(({ after }) => after === undefined);
  const reduced = changes.filter(
    ({ before, after }) => before && after && lostVariables(before, after).length > 0,
  );
  if (deleted.length + reduced.length === 0) return;
  const environments = await readEnvironmentSlugs(transaction, project);
  await recordLost(transaction, project, environments, deleted, { withOverrides: true });
  // A hundred thousand overrides need not be read to record that a default goes with its variable.
  await recordLost(transaction, project, environments, reduced, { withOverrides: false });
}

async function recordLost(
  transaction: ChangeTransaction,
  project: ProjectState,
  environments: ReadonlyMap<string, string>,
  losing: readonly Change<FeatureState>[],
  options: { readonly withOverrides: boolean },
): Promise<void> {
  for (let start = 0; start < losing.length; start += featuresAtOnce) {
    const slice = losing.slice(start, start + featuresAtOnce);
    const byId = new Map(slice.map((change) => [eitherState(change).id, change]));
    const served = await readServing(transaction, [...byId.keys()], options);
    for await (const few of inSlices(served)) {
      for (const { featureId, environmentId, ...before } of few) {
        const change = byId.get(featureId) as Change<FeatureState>;
        const environment = { id: environmentId, slug: environments.get(environmentId) as string };
        const after = leftBy(change, before);
        for (const part of inParts(before, after)) {
          recordServing(transaction, project, { feature: eitherState(change), environment, ...part }, true);
        }
      }
    }
  }
}

function lostVariables(before: FeatureState, after: FeatureState): string[] {
  const kept = new Set(after.variables.map(({ id }) => id));
  return before.variables.filter(({ id }) => !kept.has(id)).map(({ slug }) => slug);
}

/** Returns the state after the deletion, in the previous slugs. */
function leftBy({ before, after }: Change<FeatureState>, served: ServingState): ServingState {
  if (before === undefined || after === undefined) return nothingServed;
  const lost = new Set(lostVariables(before, after));
  return { ...served, defaults: new Map([...served.defaults].filter(([variable]) => !lost.has(variable))) };
}

/** Yields the change as one or, if many overrides are lost, as several. */
function* inParts(
  before: ServingState,
  after: ServingState,
): Generator<{ before: ServingState; after: ServingState }> {
  const lost = [...before.overrides];
  yield { before: { ...before, overrides: new Map(lost.slice(0, overridesAtOnce)) }, after };
  for (let start = overridesAtOnce; start < lost.length; start += overridesAtOnce) {
    const overrides = new Map(lost.slice(start, start + overridesAtOnce));
    yield { before: { ...nothingServed, overrides }, after: nothingServed };
  }
}

/** Reads the slugs of a project's environments by id. */
export async function readEnvironmentSlugs(
  { client }: ChangeTransaction,
  project: { readonly id: string },
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM environment WHERE project_id = $1',
    [project.id],
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
