import { isDeepStrictEqual } from 'node:util';
import type { ChangeTransaction } from '../change-transaction.ts';
import { inSlices } from '@bunting/async';
import { newId } from '@bunting/database';
import { withRuleIds } from '@bunting/history';
import type { ProjectState } from '../projects/lock-project.ts';
import { deleteRows, writeRows } from '../rows.ts';
import { getVariationId } from '../features/feature-state.ts';
import type { ServingChange, ServingState } from './serving-state.ts';
import { defaultVariations, overrides } from './serving-tables.ts';
import { mapDifferences, recordServing } from './record-serving.ts';
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
    const identified = slice.map(withIds);
    different.push(...identified.filter(({ before, after }) => !isDeepStrictEqual(before, after)));
  }
  await replaceTargeting(
    transaction,
    project,
    different.filter(({ before, after }) => !isDeepStrictEqual(before.targeting, after.targeting)),
  );
  await writeDefaultsAndOverrides(transaction, different);
  for await (const slice of inSlices(different)) {
    for (const change of slice) recordServing(transaction, project, withKnownVariables(change));
  }
}

function withIds(change: ServingChange): ServingChange {
  const { before, after } = change;
  return { ...change, after: { ...after, targeting: withRuleIds(after.targeting, before.targeting, newId) } };
}

async function writeDefaultsAndOverrides(
  { client, actor, now }: ChangeTransaction,
  changes: readonly ServingChange[],
): Promise<void> {
  const pinned = { created_by: actor, created_at: now };
  const removedDefaults = [];
  const removedOverrides = [];
  const newDefaults = [];
  const newOverrides = [];
  for (const { feature, environment, before, after } of changes) {
    const where = { environment_id: environment.id, feature_id: feature.id };
    for (const [user_id, slug] of mapDifferences(before.overrides, after.overrides)) {
      if (slug === null) removedOverrides.push({ ...where, user_id });
      else newOverrides.push({ ...where, ...pinned, user_id, variation_id: getVariationId(feature, slug) });
    }
    for (const [variable, slug] of mapDifferences(before.defaults, after.defaults)) {
      const variable_id = feature.variables.find((each) => each.slug === variable)?.id;
      // A deleted variable has lost its default already.
      if (variable_id === undefined) continue;
      if (slug === null) removedDefaults.push({ ...where, variable_id });
      else newDefaults.push({ ...where, variable_id, variation_id: getVariationId(feature, slug) });
    }
  }
  await deleteRows(client, defaultVariations, ['environment_id', 'variable_id'], removedDefaults);
  await deleteRows(client, overrides, ['environment_id', 'feature_id', 'user_id'], removedOverrides);
  await writeRows(client, defaultVariations, newDefaults);
  await writeRows(client, overrides, newOverrides);
}

/** Removes the defaults of deleted variables from a change: their loss is already recorded. */
function withKnownVariables(change: ServingChange): ServingChange {
  const known = new Set(change.feature.variables.map(({ slug }) => slug));
  const keep = (state: ServingState): ServingState => ({
    ...state,
    defaults: new Map([...state.defaults].filter(([variable]) => known.has(variable))),
  });
  return { ...change, before: keep(change.before), after: keep(change.after) };
}
