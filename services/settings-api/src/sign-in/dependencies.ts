import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { OidcDependencies } from '../openid-connect/dependencies.ts';

export interface SignInDependencies extends AccountDependencies, Pick<OidcDependencies, 'oidcSignIn'> {
  /** The version of the service: `1.2.3`. */
  readonly version: string;
}
