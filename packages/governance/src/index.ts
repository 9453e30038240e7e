export {
  type Admission,
  type Admitted,
  type GovernanceCode,
  toGovernanceError,
  refusalByStatus,
  type Rejection,
} from './admission.ts';
export { createRejectionCounter, registerGovernanceMetrics } from './governance-metrics.ts';
export {
  createGovernance,
  type Governance,
  type GovernanceOptions,
  type GovernanceStats,
  type GovernedRequest,
  type MonthlyActiveUsers,
} from './governance.ts';
export { getIdentity } from './identity.ts';
export { defaultLimits, limitFields, type Limits, type LimitSettings, toLimits } from './limits.ts';
export {
  countMonthlyActiveUsers,
  readMonthlyActiveUsers,
} from './monthly-active-users/count-monthly-active-users.ts';
export { uncountUsers } from './monthly-active-users/forget-users.ts';
export { countUsersSince } from './monthly-active-users/count-users-since.ts';
export { readUsageHistory } from './monthly-active-users/usage-history.ts';
export { pastUsers } from './monthly-active-users/past-months.ts';
export { createTokenBucket, type TokenBucket } from './rate-limit/token-bucket.ts';
