import type { Conflict } from '@bunting/history';
import { inSlices } from '@bunting/async';
import type { ChangeTransaction } from '@bunting/changes';
import { lockOrganisation, type OrganisationState } from '@bunting/changes/organisations';
import { maxProblems } from '@bunting/definitions/checks';
import { settingsErrors } from '../framework/errors.ts';
import { lockExistingProject } from '../projects/locks.ts';
import {
  changedSince,
  readContents,
  readHeaders,
  requireRevertible,
  type RevertedRecord,
} from './records.ts';
import { readOverrides, readStates, type ProjectStates } from './states.ts';
import { takeBack } from './take-back.ts';
import { isUnderstood, strangeRecord } from './understood-record.ts';
import { writeStates, type Writing } from './write-states.ts';

/** Which change is reverted: the one that a record is part of, or with `only` the record. */
export interface RevertedChange {
  readonly organisation: OrganisationState;
  readonly record: { readonly id: string; readonly change_id: string | null };
  readonly only: boolean;
}

/** Takes all records of a change back, the last first, and writes what is left. Throws 403, 404 and 409. */
export async function revertChange(
  transaction: ChangeTransaction,
  { organisation, record, only }: RevertedChange,
  writing: Writing,
): Promise<void> {
  const headers = await readHeaders(transaction.client, record, organisation, only);
  if (headers.length === 0) throw settingsErrors.unknown('audit record', record.id);
  requireRevertible(headers);
  const slugs = await readProjectSlugs(transaction, organisation, headers);
  // Environments are changed under the organisation's lock, and several projects are locked in one order.
  if (slugs.size > 1 || headers.some(({ action }) => action.startsWith('environment.'))) {
    await lockOrganisation(transaction, organisation.slug);
  }
  const states = new Map<string, ProjectStates>();
  for (const [id, slug] of slugs) {
    const project = await lockExistingProject(transaction, organisation, { slug });
    const ofProject = headers.filter(({ projectId }) => projectId === id);
    states.set(id, await readStates(transaction, project, ofProject));
  }
  await takeAllBack(
    transaction,
    (each) => states.get(each.projectId) as ProjectStates,
    readContents(transaction.client, headers),
  );
  for (const each of states.values()) await writeStates(transaction, each, writing);
}

async function takeAllBack(
  transaction: ChangeTransaction,
  statesOf: (record: RevertedRecord) => ProjectStates,
  pages: AsyncIterable<readonly RevertedRecord[]>,
): Promise<void> {
  const conflicts: Conflict[] = [];
  for await (const page of pages) {
    requireUnderstood(page);
    await readOverrides(transaction, statesOf, page);
    for await (const slice of inSlices(page)) {
      for (const record of slice) conflicts.push(...takeBack(statesOf(record), record));
      if (conflicts.length > maxProblems) throw settingsErrors.conflict(changedSince, conflicts);
    }
  }
  if (conflicts.length > 0) throw settingsErrors.conflict(changedSince, conflicts);
}

/** Throws 409 `not_revertible` where a record does not say what was there. */
function requireUnderstood(records: readonly RevertedRecord[]): void {
  const strange = records.filter((record) => !isUnderstood(record));
  if (strange.length > 0) throw settingsErrors.notRevertible(strange.map(strangeRecord));
}

/** Of the projects of the records, by id, in the order of ids. */
async function readProjectSlugs(
  { client }: ChangeTransaction,
  organisation: OrganisationState,
  headers: readonly { readonly projectId: string; readonly subject: string }[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM project WHERE organisation_id = $1 AND id = ANY($2) ORDER BY id',
    [organisation.id, [...new Set(headers.map(({ projectId }) => projectId))]],
  );
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  const gone = headers.filter(({ projectId }) => !slugs.has(projectId));
  if (gone.length > 0) {
    throw settingsErrors.conflict(
      changedSince,
      gone.map(({ subject }) => ({ path: subject, message: 'the project has been deleted' })),
    );
  }
  return slugs;
}
