import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import { isAtLeast } from '../framework/access/authorisation.ts';
import { lockExistingProject, lockOrganisationAndProject } from '../projects/locks.ts';
import { applyRecords } from './apply-records.ts';
import { readContents } from './contents.ts';
import { requestErrors } from './errors.ts';
import { requireReady, type Readiness } from './readiness.ts';
import type { Contents } from './records.ts';
import type { RequestRow } from './request-row.ts';
import { getApprovals, getRole, isApproved } from './stage.ts';
import { lockRequest, recordRequest } from './store.ts';

/** The request to apply, as it was found before its transaction. */
export interface FoundRequest {
  readonly organisation: { readonly id: string; readonly slug: string };
  readonly project: Pick<ProjectState, 'id' | 'slug' | 'organisationId'>;
  readonly number: number;
}

/** The person who applies the request, and the reason without approvals. */
export interface Application extends Readiness {
  /** E-mail address; null = the service does, at the time of the request or when it is approved. */
  readonly appliedBy: string | null;
}

/**
 * Applies a request in the transaction of its change: locks the project and the request, asks again whether it is ready, merges its
 * differences into what is there now, writes them through the modules of their nouns, and sets it to applied. However many processes do this
 * at once, one finds it open. Throws 403 `approval_required`, and 409 `not_ready`, `author_left` and `conflict`.
 */
export async function applyInTransaction(
  transaction: ChangeTransaction,
  found: FoundRequest,
  application: Application,
  { userSigningKeys }: Pick<EnvironmentDependencies, 'userSigningKeys'>,
): Promise<RequestRow> {
  const { project, row, contents } = await lockForApplying(transaction, found);
  requireReady(row, application);
  const role = getRole(row);
  if (role === null || !isAtLeast(role, 'member')) throw requestErrors.authorLeft(row.author);
  // The transaction has the author's name, which was read before the lock.
  if (row.author !== transaction.actor) throw requestErrors.revisionChanged(row.revision);
  await applyRecords(transaction, project, contents, {
    role,
    approved: getApprovedEnvironments(row, application),
    userSigningKeys,
  });
  await transaction.client.query(
    `UPDATE change_request SET status = 'applied', applied_at = $2, applied_by = $3, change_id = $4, conflicts = NULL,
       failure = NULL WHERE id = $1`,
    [row.id, transaction.now, application.appliedBy, transaction.changeId],
  );
  const reason = application.withoutApproval?.reason;
  return recordRequest(transaction, project, {
    number: row.number,
    verb: 'applied',
    before: row,
    also: { applied_by: application.appliedBy, ...(reason !== undefined && { without_approval: reason }) },
  });
}

/** Locks what the request changes, first the organisation where environments are in it, and then the request. */
export async function lockForApplying(
  transaction: ChangeTransaction,
  { organisation, project, number }: FoundRequest,
): Promise<{ readonly project: ProjectState; readonly row: RequestRow; readonly contents: Contents }> {
  const { rows } = await transaction.client.query<{ locks: boolean }>(
    `SELECT records::text LIKE '%"environment.%' AS locks FROM change_request WHERE project_id = $1 AND number = $2`,
    [project.id, number],
  );
  const lock = rows[0]?.locks === true ? lockOrganisationAndProject : lockExistingProject;
  const locked = await lock(transaction, organisation, project);
  const row = await lockRequest(transaction, locked, number);
  return { project: locked, row, contents: await readContents(transaction.client, row.id) };
}

/** Returns the slugs of the environments whose protection lets the request through. */
export function getApprovedEnvironments(
  row: RequestRow,
  { withoutApproval }: Readiness,
): ReadonlySet<string> {
  const approved = getApprovals(row).filter((each) => withoutApproval !== undefined || isApproved(each));
  return new Set(approved.map(({ environment }) => environment.slug));
}
