import * as client from 'openid-client';

export interface OpenIdConnectOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registered at the provider. */
  readonly redirectUri: string;
}

/** The values that the answer of the provider is checked with. */
export interface SignInAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person whom the provider has authenticated. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** Absent if the provider names none. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

/** Sign-in at one OpenID Connect provider: code flow with PKCE, state and nonce, signatures of ID tokens checked. */
export interface OpenIdConnect {
  /** The host of its issuer, for people. */
  readonly name: string;
  readonly redirectUri: string;
  begin(): Promise<{ url: string; attempt: SignInAttempt }>;
  /**
   * Finishes the sign-in. `query`: of the address that the provider redirected the browser to, with its question mark. Rejects if the
   * answer is invalid.
   */
  finish(query: string, attempt: SignInAttempt): Promise<Person>;
}

const timeoutSeconds = 10;
const metadataMs = 60 * 60 * 1000;

/**
 * Creates the client. The provider's metadata is read on the first sign-in, so that the service starts while the provider
 * is down.
 */
export function createOpenIdConnect(options: OpenIdConnectOptions): OpenIdConnect {
  const { redirectUri } = options;
  let known: { provider: Promise<client.Configuration>; until: number } | undefined;

  function provider(): Promise<client.Configuration> {
    if (known === undefined || known.until < Date.now()) {
      const latest = { provider: discover(options), until: Date.now() + metadataMs };
      known = latest;
      latest.provider.catch(() => {
        if (known === latest) known = undefined;
      });
    }
    return known.provider;
  }

  return {
    name: new URL(options.issuer).host,
    redirectUri,

    async begin() {
      const config = await provider();
      const codeVerifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, attempt };
    },

    async finish(query, { state, nonce, codeVerifier }) {
      const config = await provider();
      const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + query), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      // Some providers give the address only to a request for the user's information.
      const claimsOfUser =
        claims['email'] === undefined
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      const { email, email_verified: verified, name } = claimsOfUser;
      return {
        issuer: claims.iss,
        subject: claims.sub,
        // Only ASCII letters: the Kelvin sign would become a k, which could make it somebody else's address.
        email:
          typeof email === 'string'
            ? email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
            : undefined,
        // Some providers send a string.
        isEmailVerified: verified === true || verified === 'true',
        name: typeof name === 'string' ? name : undefined,
      };
    },
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: OpenIdConnectOptions): Promise<client.Configuration> {
  const isPlain = issuer.startsWith('http:');
  const secret = { client_secret: clientSecret };
  const config = await client.discovery(new URL(issuer), clientId, secret, authenticate(clientSecret), {
    timeout: timeoutSeconds,
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
  config.timeout = timeoutSeconds;
  return config;
}

/** Authenticates the client as the provider's metadata says; without a word there, by Basic. */
function authenticate(clientSecret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(clientSecret);
  const post = client.ClientSecretPost(clientSecret);
  return (metadata, ...rest) => {
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(metadata, ...rest);
  };
}
