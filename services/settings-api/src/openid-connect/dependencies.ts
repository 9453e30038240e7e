import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { BaseDependencies, FrameworkDependencies } from '../framework/dependencies.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';

export interface OidcDependencies
  extends
    BaseDependencies,
    Pick<AccountDependencies, 'sessions' | 'signUp'>,
    Pick<FrameworkDependencies, 'publicUrl'> {
  /** Absent = there is no provider. */
  readonly oidcSignIn: OidcSignIn | undefined;
}
