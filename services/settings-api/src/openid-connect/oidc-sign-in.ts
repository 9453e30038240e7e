import { createAttemptCookie, type AttemptCookie } from './attempt-cookie.ts';
import { createOpenIdConnect, type OpenIdConnect } from './provider.ts';

/** The configured provider, and the cookie of attempts to sign in there. */
export interface OidcSignIn {
  readonly provider: OpenIdConnect;
  readonly attempts: AttemptCookie;
}

export function createOidcSignIn(options: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  publicUrl: string;
  /** Seals the cookie. */
  secret: string;
}): OidcSignIn {
  const { publicUrl, secret, ...registration } = options;
  const path = '/settings/v1/session/oidc';
  return {
    provider: createOpenIdConnect({ ...registration, redirectUri: `${publicUrl}${path}/callback` }),
    attempts: createAttemptCookie({ secret, publicUrl }),
  };
}
