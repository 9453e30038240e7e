import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import type { Caller } from '../framework/access/caller.ts';
import { requestErrors } from './errors.ts';
import type { RequestRow } from './request-row.ts';
import { requireOpen } from './rights.ts';
import { isInvolved, mayApprove } from './stage.ts';
import { lockRequest, recordRequest } from './store.ts';

interface GivenVerdict {
  readonly verdict: 'approve' | 'request_changes' | 'none';
  readonly revision: number;
  readonly comment?: string | null;
  readonly by: { readonly caller: Caller; readonly role: Role };
}

/**
 * Stores what somebody says of a request, in place of what they said before. Throws 403 `not_an_approver`, 409 `not_ready` where it is not open,
 * and 409 `changed_meanwhile` where the person has read another revision.
 */
export async function giveVerdict(
  transaction: ChangeTransaction,
  project: ProjectState,
  number: number,
  { verdict, revision, comment = null, by }: GivenVerdict,
): Promise<RequestRow> {
  const { client, now } = transaction;
  const before = await lockRequest(transaction, project, number);
  requireApprover(before, by);
  requireOpen(before);
  if (revision !== before.revision) throw requestErrors.revisionChanged(before.revision);
  const { email } = by.caller;
  await client.query('DELETE FROM change_request_verdict WHERE change_request_id = $1 AND author = $2', [
    before.id,
    email,
  ]);
  if (verdict !== 'none') {
    await client.query(
      `INSERT INTO change_request_verdict (change_request_id, author, verdict, revision, comment, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [before.id, email, verdict, revision, comment, now],
    );
  }
  return recordRequest(transaction, project, {
    number,
    verb: 'reviewed',
    before,
    also: { verdict, ...(comment !== null && { comment }) },
  });
}

/** Throws 403. A token writes in its maker's name, so that an approval by it would be its maker's own. */
function requireApprover(row: RequestRow, { caller, role }: GivenVerdict['by']): void {
  if (caller.kind === 'api_token') throw requestErrors.notAnApprover("Tokens can't approve change requests.");
  if (isInvolved(row, caller.email)) {
    throw requestErrors.notAnApprover(
      'You have written or edited this change request, so somebody else must approve it.',
    );
  }
  if (!mayApprove(row, role)) {
    throw requestErrors.notAnApprover("Your role doesn't allow you to approve this change request.");
  }
}
