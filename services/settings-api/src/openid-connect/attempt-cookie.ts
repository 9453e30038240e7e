import type { IncomingMessage } from 'node:http';
import { parseCookies } from 'better-auth/cookies';
import { symmetricDecodeJWT, symmetricEncodeJWT } from 'better-auth/crypto';
import { cookieNames, cookiePath, isSecure } from '../sessions/cookie-names.ts';
import type { SignInAttempt } from './provider.ts';

/**
 * The attempt that the browser stores, sealed, while the person is at the provider. Stored here, attempts that are never finished would have to be
 * removed.
 */
export interface StoredAttempt extends SignInAttempt {
  /** The path to redirect to afterwards. */
  readonly returnTo: string;
}

export interface AttemptCookie {
  /** Returns a value of `Set-Cookie`. */
  store(attempt: StoredAttempt): Promise<string>;
  /** Reads the attempt; undefined = there is no cookie, it was not issued here, or the sign-in took too long. */
  read(req: IncomingMessage): Promise<StoredAttempt | undefined>;
  /** Value of `Set-Cookie` that removes it. */
  readonly removal: string;
}

const purpose = 'bunting-oidc-attempt';
const maxAgeSeconds = 10 * 60;

/** Creates the cookie. It is SameSite=Lax, because the browser must send it when the provider redirects it back. */
export function createAttemptCookie(options: { secret: string; publicUrl: string }): AttemptCookie {
  const { secret, publicUrl } = options;
  const name = cookieNames(publicUrl).oidcAttempt;
  const attributes = `Path=${cookiePath(publicUrl)}; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
  return {
    async store(attempt) {
      const value = await symmetricEncodeJWT({ ...attempt }, secret, purpose, maxAgeSeconds);
      return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
    async read(req) {
      const value = parseCookies(req.headers.cookie ?? '').get(name);
      if (value === undefined) return undefined;
      return (await symmetricDecodeJWT<StoredAttempt>(value, secret, purpose)) ?? undefined;
    },
    removal: `${name}=; Max-Age=0; ${attributes}`,
  };
}
