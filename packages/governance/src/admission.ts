/** The governance errors of contract §7.2, by code. */
export type GovernanceCode =
  | 'organisation_suspended'
  | 'organisation_inactive'
  | 'rate_limit_exceeded'
  | 'batch_too_large'
  | 'events_batch_too_large'
  | 'monthly_active_users_exceeded';

export interface Admitted {
  readonly admitted: true;
}

/** `governanceErrorOf` makes the answer of it. */
export type Rejection =
  | { readonly admitted: false; readonly code: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }
  | { readonly admitted: false; readonly code: Exclude<GovernanceCode, 'rate_limit_exceeded'> };

export type Admission = Admitted | Rejection;

export const admitted: Admitted = { admitted: true };
export const mauExceeded: Rejection = { admitted: false, code: 'monthly_active_users_exceeded' };

/** A rejection that a client may repeat after `waitMs`; whole seconds, as Retry-After has them. */
export function rateLimitExceeded(waitMs: number): Rejection {
  return {
    admitted: false,
    code: 'rate_limit_exceeded',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
