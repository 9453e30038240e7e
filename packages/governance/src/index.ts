export {
  type Admission,
  type Admitted,
  type GovernanceCode,
  governanceErrorOf,
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
export { identityOf } from './identity.ts';
export { defaultLimits, limitFields, type Limits, type LimitSettings, limitsOf } from './limits.ts';
export {
  countMonthlyActiveUsers,
  readMonthlyActiveUsers,
} from './monthly-active-users/count-monthly-active-users.ts';
export { forgetUsers } from './monthly-active-users/forget-users.ts';
export { countUsersSince } from './monthly-active-users/count-users-since.ts';
export { readUsageHistory } from './monthly-active-users/usage-history.ts';
export { pastUsers } from './monthly-active-users/past-months.ts';
export { createTokenBucket, type TokenBucket } from './rate-limit/token-bucket.ts';
