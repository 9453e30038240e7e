import { identityOf, type Admission, type Rejection } from '@bunting/access';
import type { HeldEnvironment } from '@bunting/datafile';
import type { EvaluationContext } from '@bunting/evaluator';
import { errors, type HttpError } from '@bunting/http';
import type { Dependencies } from './dependencies.ts';

/** What governance (contract §7.2) says to one request with `keyCount` keys of a batch, or none. */
export function askGovernance(
  { governance, limits }: Dependencies,
  environment: HeldEnvironment,
  context: EvaluationContext,
  keyCount = 0,
): Admission | Promise<Admission> {
  return governance.admit(environment.access.organisation, {
    identity: identityOf(context),
    tooLarge: keyCount > limits.maxBatchKeys ? 'batch_too_large' : undefined,
  });
}

/** Throws the error of the limit that said no. */
export function requireAdmitted(admission: Admission, { limits, metrics }: Dependencies): void {
  if (admission.admitted) return;
  metrics.rejections.add(admission.code);
  throw refusalOf(admission, limits.maxBatchKeys);
}

function refusalOf(rejection: Rejection, maxBatchKeys: number): HttpError {
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
      return errors.batchTooLarge(maxBatchKeys);
    case 'events_batch_too_large':
      throw new TypeError('An evaluation carries no events.');
  }
}
