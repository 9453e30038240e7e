import { readSegmentIds, type ChangeTransaction, type ProjectState } from '@bunting/changes';
import type { Conflict, Resolutions } from '@bunting/history';
import { toSentConflict } from '../framework/conflicts.ts';
import { settingsErrors } from '../framework/errors.ts';
import { readRevertedProject, type RevertedProject } from '../reverts/read-project.ts';
import type { RevertedRecord } from '../reverts/records.ts';
import { undoRecords } from '../reverts/revert-change.ts';
import { writeProject, type Writing } from '../reverts/write-project.ts';
import { findDeletedParts } from './deleted-parts.ts';
import type { Contents, ProposedRecord } from './records.ts';

/**
 * Merges recorded differences into a locked project and writes the result, with the checks that each part would need if somebody sent it. A
 * record is applied by undoing the exchanged record, so that reverts and change requests share one merge. Throws 409 `conflict` with
 * everything that was changed since, and what writing refuses.
 */
export async function applyRecords(
  transaction: ChangeTransaction,
  project: ProjectState,
  contents: Contents,
  writing: Writing & { readonly resolutions?: Resolutions | undefined },
): Promise<void> {
  const merged = await mergeRecords(transaction, project, contents, writing.resolutions);
  await writeProject(transaction, merged, writing);
}

async function mergeRecords(
  transaction: ChangeTransaction,
  project: ProjectState,
  { records, names }: Contents,
  resolutions: Resolutions | undefined,
): Promise<RevertedProject> {
  const exchanged = records.map((record) => exchange(record, project));
  const read = await readRevertedProject(transaction, project, exchanged);
  // A feature that the request creates serves nothing yet, so what it would serve in a deleted environment is a conflict.
  const merged = { ...read, reversal: { ...read.reversal, deletedFeatures: new Set<string>(), resolutions } };
  for (const [featureId, { variables, variations }] of Object.entries(names)) {
    const found = {
      variables: new Map(Object.entries(variables)),
      variations: new Map(Object.entries(variations)),
    };
    merged.reversal.names.set(featureId, found);
    for (const [slug, id] of [...found.variables, ...found.variations]) {
      if (!merged.reversal.lastSlugs.has(id)) merged.reversal.lastSlugs.set(id, slug);
    }
  }
  const conflicts = [...(await undoRecords(transaction, new Map([[project.id, merged]]), [exchanged]))];
  if (conflicts.length === 0) {
    const segments = new Set((await readSegmentIds(transaction, project)).keys());
    conflicts.push(...findDeletedParts(merged, segments));
  }
  if (conflicts.length > 0) throw changedSince(conflicts);
  return merged;
}

function changedSince(conflicts: readonly Conflict[]) {
  return settingsErrors.conflict(
    'Later changes conflict with this change request',
    conflicts.map(toSentConflict),
  );
}

const opposites: Readonly<Record<string, string>> = {
  created: 'deleted',
  deleted: 'created',
  updated: 'updated',
};

function exchange(record: ProposedRecord, project: ProjectState): RevertedRecord {
  const { action, subject, environmentId, featureId, before, after } = record;
  const [noun = '', verb = ''] = action.split('.');
  return {
    id: '',
    action: `${noun}.${opposites[verb] ?? verb}`,
    subject,
    projectId: project.id,
    environmentId,
    featureId,
    before: after,
    after: before,
  };
}
