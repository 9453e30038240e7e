import type { IncomingMessage } from 'node:http';
import { APIError } from 'better-auth/api';
import type { Pool } from 'pg';
import { addressHeader, type Auth } from './better-auth.ts';
import { cameOverTls, clientAddress, type TrustedProxies } from '@bunting/service/client-address';
import { isSecure } from './cookie-names.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { SignedIn } from '../framework/access/caller.ts';

/** Finds, opens and closes sessions by the session cookie. */
export interface Sessions {
  find(req: IncomingMessage): Promise<SignedIn | undefined>;
  /** Returns the name of the browser, if it has signed in to the account with this address before. */
  knownBrowser(req: IncomingMessage, email: string): Promise<string | undefined>;
  /** Signs in. Undefined = no such account, or a wrong password; both take equally long. */
  signIn(req: IncomingMessage, credentials: Credentials): Promise<OpenedSession | undefined>;
  /** Makes an account and opens a session. Undefined = there is an account with this address. */
  signUp(req: IncomingMessage, account: Credentials & { name: string }): Promise<OpenedSession | undefined>;
  /** Opens a session without a password. Undefined = there is no such account. */
  open(req: IncomingMessage, accountId: string): Promise<OpenedSession | undefined>;
  /** Ends the session of the cookie, if it has one. */
  close(req: IncomingMessage): Promise<SessionCookies>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Values of `Set-Cookie`. */
export type SessionCookies = readonly string[];

export interface OpenedSession {
  readonly account: SignedIn;
  readonly cookies: SessionCookies;
}

export function createSessions(options: {
  auth: Auth;
  pool: Pool;
  browsers: KnownBrowsers;
  trustedProxies: TrustedProxies;
  publicUrl: string | undefined;
}): Sessions {
  const { trustedProxies, publicUrl, browsers } = options;
  const { api } = options.auth;
  const callAuth = createCallAuth(options.pool);
  const isPublicUrlSecure = isSecure(publicUrl);

  /** Returns the headers that better-auth needs. It gets no others, because a client could influence it with them. */
  function headersOf(req: IncomingMessage): Headers {
    const headers = new Headers({ [addressHeader]: clientAddress(req, trustedProxies) });
    for (const name of ['cookie', 'user-agent'] as const) {
      const value = req.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    return headers;
  }

  function cookiesOf(req: IncomingMessage, headers: Headers, browser?: string): SessionCookies {
    const isOverTls = isPublicUrlSecure || cameOverTls(req, trustedProxies);
    const cookies = [...headers.getSetCookie(), ...(browser === undefined ? [] : [browser])];
    // better-auth adds `Secure` itself where the name of the cookie requires it.
    const isMissing = (cookie: string) => isOverTls && !cookie.includes('; Secure');
    return cookies.map((cookie) => (isMissing(cookie) ? `${cookie}; Secure` : cookie));
  }

  async function openedFor(
    req: IncomingMessage,
    { user, token }: { user: User; token: string | null },
    headers: Headers,
  ): Promise<OpenedSession | undefined> {
    const { internalAdapter } = await options.auth.$context;
    const found = token === null ? null : await internalAdapter.findSession(token);
    // Somebody may have signed out everywhere meanwhile.
    if (found === null) return undefined;
    const account = toSignedIn(user, found.session);
    return { account, cookies: cookiesOf(req, headers, await browsers.remember(req, account.email)) };
  }

  /** Returns undefined if better-auth refused. */
  async function opened(
    req: IncomingMessage,
    open: () => Promise<{ response: { user: User; token: string | null }; headers: Headers }>,
  ): Promise<OpenedSession | undefined> {
    try {
      const { response, headers } = await callAuth(open);
      return await openedFor(req, response, headers);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  return {
    async find(req) {
      if (req.headers.cookie === undefined) return undefined;
      const found = await callAuth(() => api.getSession({ headers: headersOf(req) }));
      return found === null ? undefined : toSignedIn(found.user, found.session);
    },

    knownBrowser: (req, email) => browsers.find(req, email),

    async signIn(req, { email, password }) {
      const body = { email, password };
      return opened(req, () => api.signInEmail({ body, headers: headersOf(req), returnHeaders: true }));
    },

    async signUp(req, { email, name, password }) {
      const body = { email, name, password };
      return opened(req, () => api.signUpEmail({ body, headers: headersOf(req), returnHeaders: true }));
    },

    async open(req, accountId) {
      const { response, headers } = await callAuth(() =>
        api.openSession({ body: { accountId }, headers: headersOf(req), returnHeaders: true }),
      );
      return response === null ? undefined : openedFor(req, response, headers);
    },

    async close(req) {
      const { headers } = await callAuth(() => api.signOut({ headers: headersOf(req), returnHeaders: true }));
      return cookiesOf(req, headers);
    },
  };
}

/**
 * Returns a function that calls better-auth, whose errors do not say that PostgreSQL is down. After an error it runs a statement. If that fails,
 * its error makes the answer 503. Otherwise PostgreSQL is back, and the call is repeated once; a sign-up that was stored before the error is
 * then refused as taken.
 */
const createCallAuth =
  (pool: Pool) =>
  async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      if (isRefusal(error)) throw error;
      await pool.query('SELECT 1');
      return call();
    }
  };

/** Returns whether better-auth refused the request. Errors of the library and of the database have other statuses. */
function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.statusCode < 500;
}

interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

function toSignedIn({ id, email, name }: User, session: { id: string; expiresAt: Date }): SignedIn {
  const { id: sessionId, expiresAt } = session;
  return { kind: 'session', accountId: id, email, name, sessionId, expiresAt };
}
