import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { Writing } from '../reverts/write-project.ts';
import { applyRecords } from './apply-records.ts';
import { readContents } from './contents.ts';
import { findProposal, type MakeChanges } from './find-proposal.ts';
import type { WrittenRequest } from './representation.ts';
import type { RequestRow } from './request-row.ts';
import { requireManaging, requireOpen, type Person } from './rights.ts';
import { addRevision, lockRequest, recordRequest, updateRequest } from './store.ts';
import { readMembers } from './written-members.ts';

/** An edit of a change request. */
export interface RequestEdit {
  readonly body: WrittenRequest;
  readonly by: Person;
  /** Makes the new changes; undefined = they stay. */
  readonly makeChanges: MakeChanges | undefined;
  readonly writing: Writing;
  /** Compares the stored request with `If-Match`. */
  readonly check: (stored: RequestRow) => Promise<void>;
}

/**
 * Edits an open request of a locked project. Other changes, another time and another predecessor make a new revision. Nothing is recorded
 * where nothing differs.
 */
export async function editRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  number: number,
  { body, by, makeChanges, writing, check }: RequestEdit,
): Promise<RequestRow> {
  const before = await lockRequest(transaction, project, number);
  requireManaging(before, by);
  requireOpen(before);
  await check(before);
  const { changes: _changes, ...written } = body;
  const members = await readMembers(transaction, project, written, before);
  const followsOther = members.after_id !== (before.after?.id ?? null);
  const proposal =
    makeChanges === undefined && !followsOther
      ? undefined
      : await findProposal(
          transaction,
          project,
          { afterId: members.after_id, writing },
          makeChanges ?? (await remakeChanges(transaction, project, before, writing)),
        );
  const isRescheduled = members.apply_at?.getTime() !== before.apply_at?.getTime();
  await updateRequest(transaction, before, members, proposal);
  if (proposal !== undefined || isRescheduled) await addRevision(transaction, before, by);
  return recordRequest(transaction, project, { number, verb: 'updated', before });
}

/** Makes the stored changes on top of another request. */
async function remakeChanges(
  { client }: ChangeTransaction,
  project: ProjectState,
  { id }: RequestRow,
  writing: Writing,
): Promise<MakeChanges> {
  const contents = await readContents(client, id);
  return (inner) => applyRecords(inner, project, contents, writing);
}
