import type { ChangeTransaction } from '../change-transaction.ts';
import type { GuardedEnvironment } from './guarded-environment.ts';

/**
 * The reason that can let a change through in environments that require approvals.
 * `admin`: an admin or owner writes directly, and may do what `without_approval` says.
 * `revert`: the same, and the service has computed the change from one that was made at `revertedAt`.
 */
export type Passage =
  | { readonly kind: 'admin' }
  | { readonly kind: 'revert'; readonly revertedAt: Date }
  | ApprovedRequest;

/** Returns those of the environments whose approvals a change request lacks. */
type FindUnapproved = (
  transaction: ChangeTransaction,
  environments: readonly GuardedEnvironment[],
) => Promise<readonly GuardedEnvironment[]>;

/**
 * The application of a change request. A class with a private member, so that no object literal passes for one; only the folder of
 * change requests may import it (tools/check-arrows.mjs).
 */
export class ApprovedRequest {
  readonly kind = 'request';
  readonly #findUnapproved: FindUnapproved;

  /** Takes a function that runs in the transaction, after the work, with each environment that the change alters and that requires approvals. */
  constructor(findUnapproved: FindUnapproved) {
    this.#findUnapproved = findUnapproved;
  }

  /** Returns those of the environments in which the change may not be made. */
  findUnapproved(
    transaction: ChangeTransaction,
    environments: readonly GuardedEnvironment[],
  ): Promise<readonly GuardedEnvironment[]> {
    return this.#findUnapproved(transaction, environments);
  }
}
