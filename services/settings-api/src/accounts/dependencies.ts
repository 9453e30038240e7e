import type { PasswordHashes } from '@bunting/authentication';
import type { BaseDependencies, FrameworkDependencies } from '../framework/dependencies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PasswordQueue } from './password-queue.ts';
import type { OrganisationPolicy, SignUpPolicy } from './policies.ts';

/** The dependencies of routes that handle passwords and sessions. */
export interface AccountDependencies
  extends BaseDependencies, Pick<FrameworkDependencies, 'attempts' | 'trustedProxies'> {
  readonly sessions: Sessions;
  /** Everything that hashes a password goes through it. */
  readonly passwords: PasswordQueue;
  readonly passwordHashes: PasswordHashes;
  readonly signUp: SignUpPolicy;
  /** The people who may create organisations, beside staff. */
  readonly createOrganisations: OrganisationPolicy;
}
