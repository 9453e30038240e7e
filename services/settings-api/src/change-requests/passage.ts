import type { GuardedEnvironment } from '@bunting/changes/approvals';
import { ApprovedRequest } from '@bunting/changes/approved-request';
import type { ProjectState } from '@bunting/changes';
import { allowsAnything, type Readiness } from './readiness.ts';
import { findRequest, type EnvironmentRow } from './request-row.ts';
import { getApprovalsIn, isApproved } from './stage.ts';

/**
 * Returns the passage that lets an applied request through where approvals are required. It counts them when the change is made, for the
 * environments that the change really alters, with the settings before it: a request cannot lower them for itself.
 */
export function createPassage(
  project: Pick<ProjectState, 'id' | 'organisationId'>,
  number: number,
  { withoutApproval }: Readiness,
): ApprovedRequest {
  return new ApprovedRequest(async ({ client }, environments) => {
    const row = await findRequest(client, project, number);
    return environments.filter((guarded) => {
      const environment = toRow(guarded);
      if (withoutApproval !== undefined && allowsAnything(environment)) return false;
      return row === undefined || !isApproved(getApprovalsIn(row, environment));
    });
  });
}

function toRow(environment: GuardedEnvironment): EnvironmentRow {
  return {
    id: environment.id,
    slug: environment.slug,
    protected: environment.protected,
    required_approvals: environment.requiredApprovals,
    approvers: environment.approvers,
    without_approval: environment.withoutApproval,
    altered: true,
  };
}
