import type { Organisation } from '@bunting/definitions/organisations';
import { errors, type HttpError } from '@bunting/service';
import type { Limits } from './limits.ts';

/** The governance errors of contract §7.2, by code. */
export type GovernanceCode =
  | 'organisation_suspended'
  | 'organisation_inactive'
  | 'rate_limit_exceeded'
  | 'batch_too_large'
  | 'events_batch_too_large'
  | 'monthly_active_users_exceeded';

/** The request may be answered. */
export interface Admitted {
  readonly admitted: true;
}

/** `toGovernanceError` makes it an answer. */
export type Rejection =
  | { readonly admitted: false; readonly code: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }
  | { readonly admitted: false; readonly code: Exclude<GovernanceCode, 'rate_limit_exceeded'> };

/** The decision of governance about a request. */
export type Admission = Admitted | Rejection;

export const admitted: Admitted = { admitted: true };
export const mauExceeded: Rejection = { admitted: false, code: 'monthly_active_users_exceeded' };
const suspended: Rejection = { admitted: false, code: 'organisation_suspended' };
const inactive: Rejection = { admitted: false, code: 'organisation_inactive' };

/** Returns a rejection that a client may retry after `waitMs`; whole seconds, like Retry-After. */
export function rateLimitExceeded(waitMs: number): Rejection {
  return {
    admitted: false,
    code: 'rate_limit_exceeded',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}

/**
 * Returns the rejection by status (contract §7.2): a suspended organisation is always refused, an inactive one unless
 * it is on the Free plan.
 */
export function refusalByStatus(organisation: Pick<Organisation, 'status' | 'plan'>): Rejection | undefined {
  if (organisation.status === 'suspended') return suspended;
  if (organisation.status === 'inactive' && organisation.plan !== 'free') return inactive;
  return undefined;
}

/** Returns the answer to a rejected request (contract §7.2). */
export function toGovernanceError(rejection: Rejection, limits: Limits): HttpError {
  switch (rejection.code) {
    case 'organisation_suspended':
      return errors.organisationSuspended;
    case 'organisation_inactive':
      return errors.organisationInactive;
    case 'monthly_active_users_exceeded':
      return errors.monthlyActiveUsersExceeded;
    case 'rate_limit_exceeded':
      return errors.rateLimitExceeded(rejection.retryAfterSeconds);
    case 'batch_too_large':
      return errors.batchTooLarge(limits.maxBatchKeys);
    case 'events_batch_too_large':
      return errors.eventsBatchTooLarge(limits.maxEventsBatch);
  }
}
