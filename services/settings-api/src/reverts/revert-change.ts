import { inSlices } from '@bunting/async';
import type { ChangeTransaction } from '@bunting/changes';
import { lockOrganisation, type OrganisationState } from '@bunting/changes/organisations';
import { maxProblems } from '@bunting/definitions/checks';
import {
  type Conflict,
  type ParsedRecord,
  parseRecord,
  undoRecord,
  unreadableRecord,
} from '@bunting/history';
import { toSentConflict } from '../framework/conflicts.ts';
import { settingsErrors } from '../framework/errors.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { readNames, readOverrides, readRevertedProject, type RevertedProject } from './read-project.ts';
import {
  changedSince,
  readContents,
  readHeaders,
  requireRevertible,
  type RevertedRecord,
} from './records.ts';
import { writeProject, type Writing } from './write-project.ts';

/** The change that is reverted: the one that a record is part of, or with `only` the record. */
export interface RevertedChange {
  readonly organisation: OrganisationState;
  readonly record: { readonly id: string; readonly change_id: string | null };
  readonly only: boolean;
}

/** Undoes all records of a change, the last first, and writes what is left. Throws 403, 404 and 409. */
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
  const projects = new Map<string, RevertedProject>();
  for (const [id, slug] of slugs) {
    const project = await lockExistingProject(transaction, organisation, { slug });
    const ofProject = headers.filter(({ projectId }) => projectId === id);
    const read = await readRevertedProject(transaction, project, ofProject);
    await readNames(transaction, read, ofProject);
    projects.set(id, read);
  }
  const conflicts = await undoRecords(transaction, projects, readContents(transaction.client, headers));
  if (conflicts.length > 0) throw settingsErrors.conflict(changedSince, conflicts.map(toSentConflict));
  for (const each of projects.values()) await writeProject(transaction, each, writing);
}

/** Undoes records, page by page, and returns the conflicts: the first ones, if they are many. Throws 409 for what cannot be undone. */
export async function undoRecords(
  transaction: ChangeTransaction,
  projects: ReadonlyMap<string, RevertedProject>,
  pages: AsyncIterable<readonly RevertedRecord[]> | Iterable<readonly RevertedRecord[]>,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for await (const page of pages) {
    const parsed = parsePage(page);
    for (const [id, project] of projects) {
      await readOverrides(
        transaction,
        project,
        page.filter(({ projectId }) => projectId === id),
      );
    }
    for await (const slice of inSlices(parsed)) {
      for (const [record, states] of slice) {
        const { reversal } = projects.get(record.projectId) as RevertedProject;
        conflicts.push(...requireConflicts(undoRecord(reversal, record, states)));
      }
      if (conflicts.length > maxProblems) break;
    }
    if (conflicts.length > maxProblems) break;
  }
  return conflicts;
}

/** Throws 409 `not_revertible` for records that do not have the form of their noun. */
function parsePage(page: readonly RevertedRecord[]): (readonly [RevertedRecord, ParsedRecord])[] {
  const parsed = page.map((record) => [record, parseRecord(record)] as const);
  const unreadable = parsed.filter(([, states]) => states === undefined);
  if (unreadable.length > 0) {
    throw settingsErrors.notRevertible(unreadable.map(([record]) => unreadableRecord(record)));
  }
  return parsed as (readonly [RevertedRecord, ParsedRecord])[];
}

/** Throws 409 `not_revertible` and `taken`, which have answers of their own. */
function requireConflicts(conflicts: readonly Conflict[]): readonly Conflict[] {
  for (const { path, message, code, resource } of conflicts) {
    if (code === 'not_revertible') throw settingsErrors.notRevertible([{ path, message }]);
    if (code === 'taken') throw settingsErrors.taken('segment', resource?.slug ?? '');
  }
  return conflicts;
}

/** Reads the slugs of the projects of the records, by id, in the order of ids. Throws 409 for a project that was deleted. */
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
  const deleted = headers.filter(({ projectId }) => !slugs.has(projectId));
  if (deleted.length > 0) {
    throw settingsErrors.conflict(
      changedSince,
      deleted.map(({ subject }) => ({ path: subject, message: 'the project has been deleted' })),
    );
  }
  return slugs;
}
