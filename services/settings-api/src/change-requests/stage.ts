import { isAtLeast, may } from '../framework/access/authorisation.ts';
import type { Role } from '@bunting/changes/organisations';
import type { EnvironmentRow, RequestRow, VerdictRow } from './request-row.ts';

export const stages = [
  'conflicting',
  'changes_requested',
  'waiting',
  'following',
  'scheduled',
  'ready',
] as const;
export type Stage = (typeof stages)[number];

/** The approvals that a request needs in an environment, and those that count. */
export interface Approvals {
  readonly environment: EnvironmentRow;
  readonly required: number;
  /** E-mail addresses. */
  readonly approvedBy: readonly string[];
}

/** Returns true for the author and for everybody who changed the request. They do not approve it. */
export function isInvolved({ author, contributors }: RequestRow, email: string): boolean {
  return author === email || contributors.includes(email);
}

/** Returns true if the approval of somebody with this role counts in an environment that the request alters. */
export function mayApprove(row: RequestRow, role: Role): boolean {
  const altered = row.environments.filter((environment) => environment.altered);
  // A request that alters no environment needs no approval; what it changes is for admins to judge.
  if (altered.length === 0) return isAtLeast(role, 'admin');
  return altered.some((environment) => isApprover(environment, role));
}

function isApprover({ required_approvals: required, approvers }: EnvironmentRow, role: Role): boolean {
  // Without required approvals an approval only stands for the right to change what a protected environment serves.
  return isAtLeast(role, required > 0 ? approvers : 'admin');
}

/** Returns the verdicts that count: of this revision, by people whose role of now allows it, and who did not change the request. */
function getVerdicts(row: RequestRow): VerdictRow[] {
  return row.verdicts.filter(
    ({ author, revision, role }) => revision === row.revision && role !== null && !isInvolved(row, author),
  );
}

/** Returns the approvals in each environment of the project. */
export function getApprovals(row: RequestRow): Approvals[] {
  return row.environments.map((environment) => getApprovalsIn(row, environment));
}

/** Returns the approvals in an environment, whose settings may be those before a change. */
export function getApprovalsIn(row: RequestRow, environment: EnvironmentRow): Approvals {
  const approving = getVerdicts(row).filter(
    ({ verdict, role }) => verdict === 'approve' && role !== null && isApprover(environment, role),
  );
  const required = countRequired(environment, getRole(row));
  return { environment, required, approvedBy: approving.map(({ author }) => author) };
}

/**
 * Counts the approvals that are needed: at least one where the author, or who wrote the latest revision, could not make the change, so that
 * somebody else answers for it.
 */
function countRequired(environment: EnvironmentRow, role: Role | null): number {
  if (environment.required_approvals > 0) return environment.required_approvals;
  return environment.protected && (role === null || !may(role, 'serve-protected')) ? 1 : 0;
}

/** Returns the role with which the request is applied; null = its author is no member any more. */
export function getRole({ author_role: role, max_role: max }: RequestRow): Role | null {
  return role !== null && max !== null && isAtLeast(role, max) ? max : role;
}

export function isApproved({ required, approvedBy }: Approvals): boolean {
  return approvedBy.length >= required;
}

/** Returns the environments that the request alters and whose approvals are missing. */
export function getMissingApprovals(row: RequestRow): Approvals[] {
  return getApprovals(row).filter((each) => each.environment.altered && !isApproved(each));
}

/** Returns those who asked for changes of this revision. */
export function getObjectors(row: RequestRow): string[] {
  return getVerdicts(row)
    .filter(({ verdict, role }) => verdict === 'request_changes' && role !== null && mayApprove(row, role))
    .map(({ author }) => author);
}

/** Returns the stage of an open request: the first that holds. Null: it is not open. */
export function getStage(row: RequestRow): Stage | null {
  if (row.status !== 'open') return null;
  if (row.conflicts !== null || row.after?.status === 'closed') return 'conflicting';
  if (getObjectors(row).length > 0) return 'changes_requested';
  if (getMissingApprovals(row).length > 0) return 'waiting';
  if (row.after?.status === 'open') return 'following';
  if (row.apply_at !== null && row.apply_at > row.now) return 'scheduled';
  return 'ready';
}

/**
 * Returns true if the request waits for this person: for the verdict of an eligible one, only of the reviewers where some are named, or for
 * the next step of its author.
 */
export function isWaitingFor(row: RequestRow, email: string, role: Role): boolean {
  const stage = getStage(row);
  if (row.author === email)
    return stage === 'conflicting' || stage === 'changes_requested' || stage === 'ready';
  if (stage !== 'waiting' || isInvolved(row, email) || !mayApprove(row, role)) return false;
  if (row.reviewers.length > 0 && !row.reviewers.includes(email)) return false;
  return !row.verdicts.some(({ author, revision }) => author === email && revision === row.revision);
}
