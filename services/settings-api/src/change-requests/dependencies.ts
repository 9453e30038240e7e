import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import type { FrameworkDependencies } from '../framework/dependencies.ts';
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

/** The dependencies of applying a request, which the service also does without a route. */
export type ApplyDependencies = Pick<
  FrameworkDependencies,
  'pool' | 'redis' | 'writeSemaphores' | 'admitBytes' | 'publicUrl' | 'log'
> &
  Pick<EnvironmentDependencies, 'userSigningKeys'>;
