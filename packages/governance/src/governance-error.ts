import { errors, type HttpError } from '@bunting/service';
import type { Rejection } from './admission.ts';
import type { Limits } from './limits.ts';

/** How a rejection is answered (contract §7.2). */
export function governanceErrorOf(rejection: Rejection, limits: Limits): HttpError {
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
