import { Type } from '../schemas/type.ts';

/** The least roles whose approval can count. */
export const approverRoles = ['admin', 'member'] as const;
/** One of `approverRoles`. */
export type ApproverRole = (typeof approverRoles)[number];

/** The exemptions of admins and owners from approval; each includes those before it. */
export const exemptions = ['nothing', 'switch_off', 'revert', 'anything'] as const;
/** One of `exemptions`. */
export type Exemption = (typeof exemptions)[number];

/** The settings that say who must approve a change of what an environment serves. */
export interface ApprovalSettings {
  /** The number of approvals that a change needs, from 0 to 5. */
  readonly requiredApprovals: number;
  /** The least role of those whose approval counts. */
  readonly approvers: ApproverRole;
  readonly withoutApproval: Exemption;
  /** A change needs a comment. */
  readonly commentRequired: boolean;
}

/** The settings of an environment that anybody with the role may change. */
export const noApprovals: ApprovalSettings = {
  requiredApprovals: 0,
  approvers: 'admin',
  withoutApproval: 'switch_off',
  commentRequired: false,
};

/** The settings as members of a body and of documents. */
export const approvalProperties = {
  required_approvals: Type.Integer({
    minimum: 0,
    maximum: 5,
    description:
      'how many people must approve a change of what this environment serves; 1 or more needs "protected": true',
  }),
  approvers: Type.Unsafe<ApproverRole>({
    type: 'string',
    enum: [...approverRoles],
    description: 'the least role of people whose approval counts',
  }),
  without_approval: Type.Unsafe<Exemption>({
    type: 'string',
    enum: [...exemptions],
    description:
      'what admins and owners can do without approval: `switch_off` = turn targeting off, `revert` = also revert changes of the last 24 hours, `anything` = also apply a change request with a reason',
  }),
  comment_required: Type.Boolean({
    description: 'a change of what this environment serves needs a comment',
  }),
};

/** The settings as they are sent. */
export interface DescribedApprovals {
  readonly required_approvals: number;
  readonly approvers: ApproverRole;
  readonly without_approval: Exemption;
  readonly comment_required: boolean;
}

/** Describes the settings as documents, audit records and responses show them. */
export function describeApprovals(settings: ApprovalSettings): DescribedApprovals {
  return {
    required_approvals: settings.requiredApprovals,
    approvers: settings.approvers,
    without_approval: settings.withoutApproval,
    comment_required: settings.commentRequired,
  };
}

/** Returns the settings after an update. Absent members stay as they are. */
export function mergeApprovals(
  settings: ApprovalSettings,
  input: { readonly [Member in keyof DescribedApprovals]?: DescribedApprovals[Member] | undefined },
): ApprovalSettings {
  return {
    requiredApprovals: input.required_approvals ?? settings.requiredApprovals,
    approvers: input.approvers ?? settings.approvers,
    withoutApproval: input.without_approval ?? settings.withoutApproval,
    commentRequired: input.comment_required ?? settings.commentRequired,
  };
}

/** Returns true if `after` lets through a change that `before` does not. */
export function areApprovalsLowered(before: ApprovalSettings, after: ApprovalSettings): boolean {
  return (
    after.requiredApprovals < before.requiredApprovals ||
    approverRoles.indexOf(after.approvers) > approverRoles.indexOf(before.approvers) ||
    exemptions.indexOf(after.withoutApproval) > exemptions.indexOf(before.withoutApproval) ||
    (before.commentRequired && !after.commentRequired)
  );
}
