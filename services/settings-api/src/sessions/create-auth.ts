import type { PrismaClient } from '@bunting/database/prisma';
import type { Logger } from '@bunting/observability';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { addressHeader } from '../framework/http/client-address.ts';
import { cookieNames } from './cookie-names.ts';
import { openSessionPlugin } from './open-session.ts';
import { passwordLength } from '../accounts/password-rules.ts';

export interface AuthOptions {
  readonly prisma: PrismaClient;
  /** Signs session cookies. */
  readonly secret: string;
  /** Where people reach the installation; absent = cookies are `Secure` when the request came over TLS. */
  readonly publicUrl: string | undefined;
  readonly log: Logger;
}

/** Long enough for a working week and the weekend after it; never prolonged, so that a stolen cookie ends too. */
const sessionSeconds = 7 * 24 * 60 * 60;

/**
 * better-auth as this service uses it (ADR 18): passwords, sessions and cookies, called as functions. None of its own HTTP
 * routes is served, so its rate limiter, origin check and sign-up route are not in play: ours are (attempt-limits.ts,
 * cross-site.ts, routes/accounts.ts).
 */
export function createAuth({ prisma, secret, publicUrl, log }: AuthOptions) {
  return betterAuth({
    appName: 'Bunting',
    baseURL: publicUrl ?? 'http://localhost',
    basePath: '/settings/v1',
    secret,
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    user: { modelName: 'personAccount' },
    account: { modelName: 'identity' },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    plugins: [openSessionPlugin],
    advanced: {
      cookiePrefix: 'bunting',
      cookies: { session_token: { name: cookieNames(publicUrl).session } },
      useSecureCookies: false, // No `__Secure-` in the name: whether a request came over TLS may differ from one to the next.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: false },
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...details) =>
        log[level === 'error' ? 'error' : 'debug']({ library: 'better-auth', details }, message),
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
