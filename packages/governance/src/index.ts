export type { Admission, Admitted, GovernanceCode, Rejection } from './admission.ts';
export { governanceErrorOf } from './governance-error.ts';
export { createRejectionCounter, registerGovernanceMetrics } from './governance-metrics.ts';
export {
  createGovernance,
  type Governance,
  type GovernanceStats,
  type GovernedRequest,
} from './governance.ts';
export { identityOf } from './identity.ts';
export { defaultLimits, limitFields, type Limits, type LimitSettings, limitsOf } from './limits.ts';
export { forgetUsers } from './monthly-active-users/forget-users.ts';
export { countMonthlyActiveUsers } from './monthly-active-users/monthly-active-users.ts';
export { pastUsers } from './monthly-active-users/past-months.ts';
export { refusalByStatus } from './refusal-by-status.ts';
