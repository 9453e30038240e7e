import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { requestErrors } from './errors.ts';
import { requireFewerOpen } from './find-proposal.ts';
import type { RequestRow } from './request-row.ts';
import { mayManage, requireManaging, requireOpen, type Person } from './rights.ts';
import { addRevision, getMaxRole, lockRequest, recordRequest } from './store.ts';

interface Closing {
  readonly by: Person;
  /** Closes the open requests that follow it, too. */
  readonly withFollowers: boolean;
}

/** Closes a request: withdrawn by its author, or rejected. Throws 403 and 409 `not_ready`; with followers, for each of them. */
export async function closeRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  number: number,
  { by, withFollowers }: Closing,
): Promise<RequestRow> {
  const before = await lockRequest(transaction, project, number);
  requireManaging(before, by);
  requireOpen(before);
  if (withFollowers) {
    for (const follower of before.followed_by) {
      await closeRequest(transaction, project, follower, { by, withFollowers });
    }
  }
  await setClosed(transaction, before, before.author === by.email ? 'withdrawn' : 'rejected');
  return recordRequest(transaction, project, { number, verb: 'closed', before });
}

/** Sets a request to closed; the caller records it. */
export async function setClosed(
  { client, now }: ChangeTransaction,
  { id }: Pick<RequestRow, 'id'>,
  closedAs: NonNullable<RequestRow['closed_as']>,
): Promise<void> {
  await client.query(
    `UPDATE change_request SET status = 'closed', closed_as = $2, closed_at = $3 WHERE id = $1`,
    [id, closedAs, now],
  );
}

const reopenDays = 30;
const dayMs = 86_400_000;

/** Opens a closed request again, as a new revision without a time. Throws 403, and 409 where it is not closed or was closed too long ago. */
export async function reopenRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  number: number,
  by: Person,
): Promise<RequestRow> {
  const before = await lockRequest(transaction, project, number);
  requireManaging(before, by);
  if (before.status !== 'closed') {
    throw requestErrors.notReady([{ path: 'status', message: `the change request is ${before.status}` }]);
  }
  if (before.now.getTime() - (before.closed_at?.getTime() ?? 0) > reopenDays * dayMs) {
    throw requestErrors.notReady([
      {
        path: 'closed_at',
        message: `it was closed more than ${reopenDays} days ago: open a new change request`,
      },
    ]);
  }
  await requireFewerOpen(transaction, project);
  await transaction.client.query(
    `UPDATE change_request SET status = 'open', closed_as = NULL, closed_at = NULL, apply_at = NULL, when_approved = false
     WHERE id = $1`,
    [before.id],
  );
  await addRevision(transaction, before, by);
  return recordRequest(transaction, project, { number, verb: 'opened', before });
}

/** Makes the caller the author of an open request. Throws 403 for those who may not approve it, and 409 `not_ready`. */
export async function takeOverRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  number: number,
  by: Person,
): Promise<RequestRow> {
  const before = await lockRequest(transaction, project, number);
  if (!mayManage(before, by)) throw requestErrors.notAuthor;
  requireOpen(before);
  if (before.author === by.email) {
    throw requestErrors.notReady([{ path: 'author', message: 'you are its author already' }]);
  }
  await transaction.client.query(
    `UPDATE change_request SET author = $2, max_role = $3, failure = NULL,
       contributors = array_append(array_remove(array_remove(contributors, $2), author), author) WHERE id = $1`,
    [before.id, by.email, getMaxRole(by, by.email)],
  );
  return recordRequest(transaction, project, { number, verb: 'updated', before });
}
