import type { IncomingMessage } from 'node:http';
import { parseCookies } from 'better-auth/cookies';
import { symmetricDecodeJWT, symmetricEncodeJWT } from 'better-auth/crypto';
import { cookieNames, isSecure } from '../sessions/cookie-names.ts';
import type { SignInAttempt } from './provider.ts';

/** What a browser keeps while it is at the provider, sealed: no table has to be cleared of those that never come back. */
export interface KeptAttempt extends SignInAttempt {
  /** Path to go to afterwards. */
  readonly returnTo: string;
}

export interface AttemptCookie {
  /** Value of `Set-Cookie`. */
  keep(attempt: KeptAttempt): Promise<string>;
  /** Undefined = it is not there, is somebody else's work, or took too long. */
  read(req: IncomingMessage): Promise<KeptAttempt | undefined>;
  /** Value of `Set-Cookie` that removes it. */
  readonly removal: string;
}

const purpose = 'bunting-oidc-attempt';
const maxAgeSeconds = 10 * 60;

/** Lax: it must come along when the provider sends the browser back. */
export function createAttemptCookie(options: { secret: string; publicUrl: string }): AttemptCookie {
  const { secret, publicUrl } = options;
  const name = cookieNames(publicUrl).oidcAttempt;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
  return {
    async keep(attempt) {
      const value = await symmetricEncodeJWT({ ...attempt }, secret, purpose, maxAgeSeconds);
      return `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
    async read(req) {
      const value = parseCookies(req.headers.cookie ?? '').get(name);
      if (value === undefined) return undefined;
      return (await symmetricDecodeJWT<KeptAttempt>(value, secret, purpose)) ?? undefined;
    },
    removal: `${name}=; Max-Age=0; ${attributes}`,
  };
}
