import { memberPath, type Problem } from '@bunting/definitions/checks';
import { requestErrors } from './errors.ts';
import type { EnvironmentRow, RequestRow } from './request-row.ts';
import { requireOpen } from './rights.ts';
import { getMissingApprovals, getObjectors } from './stage.ts';

/** The conditions of applying a request. */
export interface Readiness {
  /** An admin or owner answers for the missing approvals, where the environments allow it. */
  readonly withoutApproval?: { readonly reason: string } | undefined;
}

/**
 * Asks again, under the request's lock, whether it may be applied now. Throws 409 `not_ready` for one that is not open, follows another one or
 * is scheduled, and 403 `approval_required`. Conflicts of an earlier try do not count: merging finds out.
 */
export function requireReady(row: RequestRow, { withoutApproval }: Readiness): void {
  requireOpen(row);
  const { after, apply_at: applyAt, now } = row;
  if (after !== null && after.status !== 'applied') {
    throw requestErrors.notReady([
      {
        path: 'after',
        message: `change request ${after.number}, which is applied before it, is ${after.status}`,
      },
    ]);
  }
  if (applyAt !== null && applyAt > now) {
    throw requestErrors.notReady([
      { path: 'apply.at', message: `the change request is scheduled for ${applyAt.toISOString()}` },
    ]);
  }
  const missing = [...findObjections(row, withoutApproval), ...findMissing(row, withoutApproval)];
  if (missing.length > 0) throw requestErrors.approvalMissing(missing);
}

function findObjections(row: RequestRow, withoutApproval: Readiness['withoutApproval']): Problem[] {
  if (withoutApproval !== undefined) return [];
  return getObjectors(row).map((email) => ({ path: 'verdicts', message: `${email} requested changes` }));
}

function findMissing(row: RequestRow, withoutApproval: Readiness['withoutApproval']): Problem[] {
  return getMissingApprovals(row)
    .filter(({ environment }) => withoutApproval === undefined || !allowsAnything(environment))
    .map(({ environment, required, approvedBy }) => ({
      path: memberPath('environments', environment.slug),
      message: `needs ${required} ${required === 1 ? 'approval' : 'approvals'}, has ${approvedBy.length}`,
      resource: { kind: 'environment', slug: environment.slug },
    }));
}

/** Returns true if a reason is enough: where no approvals are required, admins may make the change directly, too. */
export function allowsAnything(environment: EnvironmentRow): boolean {
  return environment.required_approvals === 0 || environment.without_approval === 'anything';
}
