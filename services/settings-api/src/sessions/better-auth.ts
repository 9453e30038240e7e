import type { PrismaClient } from '../prisma/create-prisma-client.ts';
import type { PasswordHashes } from '@bunting/authentication';
import type { Logger } from '@bunting/observability';
import type { BetterAuthPlugin } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { passwordLength } from './password-rules.ts';
import { cookieNames, cookiePath } from './cookie-names.ts';

/** The header in which better-auth gets the address, whatever headers the client sent. */
export const addressHeader = 'x-client-address';

export interface AuthOptions {
  readonly prisma: PrismaClient;
  /** Signs session cookies. */
  readonly secret: string;
  /** The address of the installation; absent = cookies are `Secure` when the request came over TLS. */
  readonly publicUrl: string | undefined;
  readonly passwordHashes: PasswordHashes;
  readonly log: Logger;
}

/** Types alone: only this service calls it, with a body that the compiler has checked. */
const openSessionTypes = { $Infer: { body: {} as { accountId: string } } };

/** Opens a session for an account whose owner has proven their identity by other means than a password. */
const openSessionPlugin = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', metadata: openSessionTypes },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.accountId);
        if (user === null) return null;
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return { token: session.token, user: { id: user.id, email: user.email, name: user.name } };
      },
    ),
  },
} satisfies BetterAuthPlugin;

/** A working week with its weekend. A session is never prolonged, so that a stolen cookie expires too. */
const sessionSeconds = 7 * 24 * 60 * 60;

/**
 * Creates better-auth as this service uses it (ADR 18): passwords, sessions and cookies, called as functions. Its own HTTP routes
 * are not served. Instead of its rate limiter, origin check and sign-up route, the service has its own (attempt-limits.ts,
 * cross-site.ts, sign-in-routes.ts).
 */
export function createAuth({ prisma, secret, publicUrl, passwordHashes, log }: AuthOptions) {
  return betterAuth({
    appName: 'Bunting',
    baseURL: new URL(publicUrl ?? 'http://localhost').origin, // with a path it would leave basePath out
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
      password: {
        hash: passwordHashes.hash,
        verify: ({ hash, password }) => passwordHashes.verify(password, hash),
      },
    },
    plugins: [openSessionPlugin],
    advanced: {
      cookiePrefix: 'bunting',
      cookies: { session_token: { name: cookieNames(publicUrl).session } },
      useSecureCookies: false, // No `__Secure-` in the name: whether a request came over TLS may differ from one to the next.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: cookiePath(publicUrl) },
      // The whole address: it is told to whom the session belongs, and limits nothing here. Of ::1 the first 64 bits are no address.
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
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
