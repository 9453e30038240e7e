export {
  approvalProperties,
  type ApprovalSettings,
  type ApproverRole,
  approverRoles,
  areApprovalsLowered,
  type DescribedApprovals,
  describeApprovals,
  type Exemption,
  exemptions,
  mergeApprovals,
  noApprovals,
} from './approval-settings.ts';
