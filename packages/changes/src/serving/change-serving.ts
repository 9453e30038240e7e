import { isDeepStrictEqual } from 'node:util';
import { record, type ChangeTransaction } from '../change-transaction.ts';
import { inSlices } from '@bunting/async';
import type { ProjectState } from '../projects/lock-project.ts';
import { deleteRows, writeRows } from '../rows.ts';
import { featureData, variationIdOf, type FeatureState } from '../features/feature-state.ts';
import type { ServingChange, ServingState } from './serving-state.ts';
import { defaultVariations, overrides } from './serving-tables.ts';
import { replaceTargeting } from './replace-targeting.ts';

/**
 * Writes what environments serve for features. `feature` of a change is the state that the transaction leaves behind: the slugs
 * of variables and variations are resolved against it.
 */
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
  await writeDefaultsAndOverrides(transaction, different);
  for await (const slice of inSlices(different)) {
    for (const change of slice) recordServing(transaction, project, change);
  }
}

async function writeDefaultsAndOverrides(
  { client }: ChangeTransaction,
  changes: readonly ServingChange[],
): Promise<void> {
  const removedDefaults = [];
  const removedOverrides = [];
  const newDefaults = [];
  const newOverrides = [];
  for (const { feature, environment, before, after } of changes) {
    const where = { environment_id: environment.id, feature_id: feature.id };
    for (const [user_id, slug] of mapDifferences(before.overrides, after.overrides)) {
      if (slug === null) removedOverrides.push({ ...where, user_id });
      else newOverrides.push({ ...where, user_id, variation_id: variationIdOf(feature, slug) });
    }
    for (const [variable, slug] of mapDifferences(before.defaults, after.defaults)) {
      const variable_id = feature.variables.find((each) => each.slug === variable)?.id;
      // A deleted variable has lost its default already.
      if (variable_id === undefined) continue;
      if (slug === null) removedDefaults.push({ ...where, variable_id });
      else newDefaults.push({ ...where, variable_id, variation_id: variationIdOf(feature, slug) });
    }
  }
  await deleteRows(client, defaultVariations, ['environment_id', 'variable_id'], removedDefaults);
  await deleteRows(client, overrides, ['environment_id', 'feature_id', 'user_id'], removedOverrides);
  await writeRows(client, defaultVariations, newDefaults);
  await writeRows(client, overrides, newOverrides);
}

type Slugs = ReadonlyMap<string, string>;

/** The entries to write to get from one map to the other; `null` = the entry is deleted. */
function mapDifferences(before: Slugs, after: Slugs): [string, string | null][] {
  const written = [...after].filter(([name, slug]) => before.get(name) !== slug);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  return [...written, ...removed.map((name): [string, null] => [name, null])];
}

/** Records defaults, overrides and targeting as separate changes, defaults and overrides only as far as they differ. */
function recordServing(transaction: ChangeTransaction, project: ProjectState, change: ServingChange): void {
  const { feature, environment, before, after } = change;
  transaction.touched.features.add(feature.id);
  const where = {
    organisationId: project.organisationId,
    projectId: project.id,
    environmentId: environment.id,
    featureId: feature.id,
    subject: `${project.slug}/${feature.slug} in ${environment.slug}`,
  };
  const served = { feature: featureData(project, feature), environment: environment.slug };
  for (const part of ['defaults', 'overrides'] as const) {
    const names = mapDifferences(before[part], after[part]).map(([name]) => name);
    if (names.length === 0) continue;
    const describe = (state: ServingState) =>
      Object.fromEntries(names.map((name) => [name, state[part].get(name) ?? null]));
    const variations = new Map(Object.entries(describe(after)).filter(([name]) => isVariable(feature, name)));
    const event = part === 'defaults' ? ({ kind: 'defaults', ...served, variations } as const) : undefined;
    record(transaction, part, { before, after }, describe, { ...where, event });
  }
  if (!isDeepStrictEqual(before.targeting, after.targeting)) {
    const targeting = { before: before.targeting ?? undefined, after: after.targeting ?? undefined };
    record(transaction, 'targeting', targeting, (each) => each, {
      ...where,
      event: { kind: 'targeting', ...served },
    });
  }
}

/** A deleted variable loses its default with it; the feature's own event reports that. */
function isVariable(feature: FeatureState, slug: string): boolean {
  return feature.variables.some((variable) => variable.slug === slug);
}
