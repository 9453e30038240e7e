export type { Admission, Admitted, GovernanceCode, Rejection } from './admission.ts';
export { createRedis, createRedisSubscriber, untilRedisReady, type RedisConnection } from './create-redis.ts';
export type { Database } from './database.ts';
export { findOrganisationToken, type OrganisationToken } from './find-organisation-token.ts';
export { forgetUsers } from './forget-users.ts';
export { governanceErrorOf } from './governance-error.ts';
export {
  createGovernance,
  type Governance,
  type GovernanceStats,
  type GovernedRequest,
} from './governance.ts';
export { createRejectionTally, followGovernance } from './follow-governance.ts';
export { identityOf } from './identity.ts';
export { createLastUses, type LastUses } from './last-uses.ts';
export { defaultLimits, limitFields, limitsOf, type Limits, type LimitSettings } from './limits.ts';
export type { Log } from './log.ts';
export { countMonthlyActiveUsers } from './monthly-active-users.ts';
export { refusalByStatus, type Organisation, type OrganisationStatus } from './organisation.ts';
export { pastUsers } from './past-months.ts';
export { includesCodeReferences, mauCapOf, type Plan } from './plans.ts';
export { clusterOptions, sentinelOptions } from './redis-options.ts';
export { redisFields, redisRules, redisTargetOf, type Address, type RedisTarget } from './redis-target.ts';
