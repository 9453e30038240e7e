import type { CheckProposals } from '../framework/proposals.ts';

/** The dependencies of change requests besides those of every noun. */
export interface ChangeRequestDependencies {
  /** The days after which an open request that nobody changed is closed. */
  readonly changeRequestExpiryDays: number;
}

/** A dependency that the application makes of its own routes. */
export interface ProposalDependencies {
  readonly checkProposals: CheckProposals;
}
