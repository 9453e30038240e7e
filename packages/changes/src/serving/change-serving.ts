import { isDeepStrictEqual } from 'node:util';
import { record } from '../change-transaction.ts';
import type { ChangeTransaction } from '../change-transaction.ts';
import { inSlices } from '../in-slices.ts';
import type { EnvironmentState } from '../projects/environments.ts';
import type { ProjectState } from '../projects/projects.ts';
import { deleteRows, writeRows } from '../rows.ts';
import { featureData, variationIdOf } from '../features/feature-state.ts';
import type { FeatureState } from '../features/feature-state.ts';
import type { ServingState } from './serving-state.ts';
import { defaultVariations, overrides } from './serving-tables.ts';
import { replaceTargeting } from './replace-targeting.ts';

/** What one environment serves for a feature, before and after. */
export interface ServingChange {
  readonly feature: FeatureState;
  readonly environment: Pick<EnvironmentState, 'id' | 'slug'>;
  readonly before: ServingState;
  readonly after: ServingState;
}

/** The slugs in the states are resolved against `feature`, which is the one that the transaction leaves behind. */
export async function changeServing(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly ServingChange[],
): Promise<void> {
  const different: ServingChange[] = [];
  for await (const slice of inSlices(changes)) {
    different.push(...slice.filter(({ before, after }) => !isDeepStrictEqual(before, after)));
  }
  await replaceTargeting(
    transaction,
    project,
    different.filter(({ before, after }) => !isDeepStrictEqual(before.targeting, after.targeting)),
  );
  await writePins(transaction, different);
  for await (const slice of inSlices(different)) {
    for (const change of slice) recordServed(transaction, project, change);
  }
}

async function writePins({ client }: ChangeTransaction, changes: readonly ServingChange[]): Promise<void> {
  const goneDefaults = [];
  const goneOverrides = [];
  const newDefaults = [];
  const newOverrides = [];
  for (const { feature, environment, before, after } of changes) {
    const where = { environment_id: environment.id, feature_id: feature.id };
    for (const [user_id, slug] of pinDifferences(before.overrides, after.overrides)) {
      if (slug === null) goneOverrides.push({ ...where, user_id });
      else newOverrides.push({ ...where, user_id, variation_id: variationIdOf(feature, slug) });
    }
    for (const [variable, slug] of pinDifferences(before.defaults, after.defaults)) {
      const variable_id = feature.variables.find((each) => each.slug === variable)?.id;
      // The default of a variable that is gone went with it.
      if (variable_id === undefined) continue;
      if (slug === null) goneDefaults.push({ ...where, variable_id });
      else newDefaults.push({ ...where, variable_id, variation_id: variationIdOf(feature, slug) });
    }
  }
  await deleteRows(client, defaultVariations, ['environment_id', 'variable_id'], goneDefaults);
  await deleteRows(client, overrides, ['environment_id', 'feature_id', 'user_id'], goneOverrides);
  await writeRows(client, defaultVariations, newDefaults);
  await writeRows(client, overrides, newOverrides);
}

type Pins = ReadonlyMap<string, string>;

/** What has to be written to get from one to the other; `null` = taken away. */
function pinDifferences(before: Pins, after: Pins): [string, string | null][] {
  const written = [...after].filter(([name, slug]) => before.get(name) !== slug);
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return [...written, ...gone.map((name): [string, null] => [name, null])];
}

/** Defaults, targeting and overrides are recorded apart, the pins only as far as they differ. */
function recordServed(transaction: ChangeTransaction, project: ProjectState, change: ServingChange): void {
  const { feature, environment, before, after } = change;
  transaction.touched.features.add(feature.id);
  const where = {
    organisationId: project.organisationId,
    projectId: project.id,
    environmentId: environment.id,
    featureId: feature.id,
    subject: `${project.slug}/${feature.slug} in ${environment.slug}`,
  };
  const place = { feature: featureData(project, feature), environment: environment.slug };
  for (const part of ['defaults', 'overrides'] as const) {
    const names = pinDifferences(before[part], after[part]).map(([name]) => name);
    if (names.length === 0) continue;
    const describe = (state: ServingState) =>
      Object.fromEntries(names.map((name) => [name, state[part].get(name) ?? null]));
    const variations = new Map(Object.entries(describe(after)).filter(([name]) => isVariable(feature, name)));
    const news = part === 'defaults' ? ({ about: 'defaults', ...place, variations } as const) : undefined;
    record(transaction, part, { before, after }, describe, { ...where, news });
  }
  if (!isDeepStrictEqual(before.targeting, after.targeting)) {
    const targeting = { before: before.targeting ?? undefined, after: after.targeting ?? undefined };
    record(transaction, 'targeting', targeting, (each) => each, {
      ...where,
      news: { about: 'targeting', ...place },
    });
  }
}

/** The default of a variable that is gone went with it; that is the feature's news. */
function isVariable(feature: FeatureState, slug: string): boolean {
  return feature.variables.some((variable) => variable.slug === slug);
}
