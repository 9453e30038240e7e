import type { PoolClient } from 'pg';
import {
  differences,
  eitherState,
  removedStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { inSlices } from '@bunting/async';
import type { ProjectState } from '../projects/lock-project.ts';
import { writeRows } from '../rows.ts';
import { recordLostServing } from '../serving/record-lost-serving.ts';
import { readServingOfDependents, recordRenamedPrerequisites } from '../serving/renamed-prerequisites.ts';
import type { FeatureState } from './feature-state.ts';
import { featureRows } from './feature-rows.ts';
import { features, variables, variationValues, variations } from './feature-tables.ts';
import { requireNaming } from './check-naming.ts';
import { recordFeature } from './record-feature.ts';

/**
 * Writes features with their variables and variations. Deleted ones keep their rows, because stored events name them, and free
 * their slugs; a state with the id of a deleted one brings it back. What environments lose with them is recorded. Throws `ProblemsFound`
 * where a new slug does not fit the naming of the project. `checkTouchedFeatures` refuses a transaction that still serves a deleted variation.
 */
export async function changeFeatures(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<FeatureState>[],
): Promise<void> {
  const { client, now, touched } = transaction;
  const different: Change<FeatureState>[] = [];
  for await (const slice of inSlices(changes)) different.push(...differences(slice));
  await requireNaming(transaction, project, different);
  await recordLostServing(transaction, project, different);
  const dependents = await readServingOfDependents(transaction, different);
  // Deletes come first, so that a slug can move from one feature to another in one transaction.
  await deleteFeatures(client, now, idsOf(removedStates(different)));
  await deleteVariables(client, now, removedParts(different, 'variables'));
  await deleteVariations(client, now, removedParts(different, 'variations'));
  const rows = featureRows(different, project, now);
  await writeRows(client, features, rows.features);
  await writeRows(client, variables, rows.variables);
  await writeRows(client, variations, rows.variations);
  await writeRows(client, variationValues, rows.values);
  for await (const slice of inSlices(different)) {
    for (const change of slice) {
      touched.features.add(eitherState(change).id);
      recordFeature(transaction, project, change);
    }
  }
  await recordRenamedPrerequisites(transaction, project, dependents);
}

/** Deletes features and what environments serve of them: a rule of a deleted feature must not prevent the deletion of its segments. */
async function deleteFeatures(client: PoolClient, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query(`UPDATE feature SET status = 'deleted', updated_at = $2 WHERE id = ANY($1)`, [ids, now]);
  await client.query(
    `UPDATE variable SET deleted_at = $2, updated_at = $2 WHERE feature_id = ANY($1) AND deleted_at IS NULL`,
    [ids, now],
  );
  for (const table of ['targeting', 'default_variation', 'override']) {
    await client.query(`DELETE FROM ${table} WHERE feature_id = ANY($1)`, [ids]);
  }
}

async function deleteVariables(client: PoolClient, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query('UPDATE variable SET deleted_at = $2, updated_at = $2 WHERE id = ANY($1)', [ids, now]);
  await client.query('DELETE FROM default_variation WHERE variable_id = ANY($1)', [ids]);
  await client.query('DELETE FROM variation_value WHERE variable_id = ANY($1)', [ids]);
}

async function deleteVariations(client: PoolClient, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query('UPDATE variation SET deleted_at = $2, updated_at = $2 WHERE id = ANY($1)', [ids, now]);
  await client.query('DELETE FROM variation_value WHERE variation_id = ANY($1)', [ids]);
}

function removedParts(changes: readonly Change<FeatureState>[], parts: 'variables' | 'variations'): string[] {
  return changes.flatMap(({ before, after }) => {
    if (before === undefined || after === undefined) return [];
    const kept = new Set(idsOf(after[parts]));
    return idsOf(before[parts]).filter((id) => !kept.has(id));
  });
}

function idsOf(entries: readonly { readonly id: string }[]): string[] {
  return entries.map(({ id }) => id);
}
