import type { IncomingMessage } from 'node:http';
import { APIError } from 'better-auth/api';
import type { Auth } from './create-auth.ts';
import type { TrustedProxies } from '../framework/http/trusted-proxies.ts';
import { addressHeader, cameOverTls, clientAddress } from '../framework/http/client-address.ts';
import { isSecure } from './cookie-names.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { AccountHolder, SignedIn } from '../framework/access/caller.ts';

/** Who is signed in, by the session cookie. */
export interface Sessions {
  find(req: IncomingMessage): Promise<SignedIn | undefined>;
  /** The browser, where it has signed in to the account with this address before. */
  knownBrowser(req: IncomingMessage, email: string): Promise<string | undefined>;
  /** Undefined = no such account, or another password; both take as long. */
  signIn(req: IncomingMessage, credentials: Credentials): Promise<OpenedSession | undefined>;
  /** Makes an account and signs it in. Undefined = there is one with this address. */
  signUp(req: IncomingMessage, account: Credentials & { name: string }): Promise<OpenedSession | undefined>;
  /** For an account that has proven who it is without a password. Undefined = there is no such account. */
  open(req: IncomingMessage, accountId: string): Promise<OpenedSession | undefined>;
  /** Ends the session of the cookie, if there is one. */
  close(req: IncomingMessage): Promise<SessionCookies>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Values of `Set-Cookie`. */
export type SessionCookies = readonly string[];

export interface OpenedSession {
  readonly account: AccountHolder;
  readonly cookies: SessionCookies;
}

export function createSessions(options: {
  auth: Auth;
  browsers: KnownBrowsers;
  trustedProxies: TrustedProxies;
  publicUrl: string | undefined;
}): Sessions {
  const { trustedProxies, publicUrl, browsers } = options;
  const { api } = options.auth;
  const isPublicUrlSecure = isSecure(publicUrl);

  /** What better-auth needs of a request, and nothing that a client could use to talk to it past us. */
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
    // better-auth adds it itself where the name asks for it.
    const isMissing = (cookie: string) => isOverTls && !cookie.includes('; Secure');
    return cookies.map((cookie) => (isMissing(cookie) ? `${cookie}; Secure` : cookie));
  }

  async function openedFor(req: IncomingMessage, user: User, headers: Headers): Promise<OpenedSession> {
    const account = toAccountHolder(user);
    return { account, cookies: cookiesOf(req, headers, await browsers.remember(req, account.email)) };
  }

  /** Undefined = better-auth refused. */
  async function opened(
    req: IncomingMessage,
    opening: Promise<{ response: { user: User }; headers: Headers }>,
  ): Promise<OpenedSession | undefined> {
    try {
      const { response, headers } = await opening;
      return await openedFor(req, response.user, headers);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  return {
    async find(req) {
      if (req.headers.cookie === undefined) return undefined;
      const found = await api.getSession({ headers: headersOf(req) });
      return found === null ? undefined : { ...toAccountHolder(found.user), sessionId: found.session.id };
    },

    knownBrowser: (req, email) => browsers.find(req, email),

    async signIn(req, { email, password }) {
      const body = { email, password };
      return opened(req, api.signInEmail({ body, headers: headersOf(req), returnHeaders: true }));
    },

    async signUp(req, { email, name, password }) {
      const body = { email, name, password };
      return opened(req, api.signUpEmail({ body, headers: headersOf(req), returnHeaders: true }));
    },

    async open(req, accountId) {
      const { response, headers } = await api.openSession({
        body: { accountId },
        headers: headersOf(req),
        returnHeaders: true,
      });
      return response === null ? undefined : openedFor(req, response, headers);
    },

    async close(req) {
      const { headers } = await api.signOut({ headers: headersOf(req), returnHeaders: true });
      return cookiesOf(req, headers);
    },
  };
}

/** Of what was asked, not of how the library or the database fares. */
function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.statusCode < 500;
}

interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

function toAccountHolder({ id, email, name }: User): AccountHolder {
  return { kind: 'session', accountId: id, email, name };
}
