import type { IncomingMessage } from 'node:http';
import { APIError } from 'better-auth/api';
import type { Auth } from './authentication/create-auth.ts';
import type { TrustedProxies } from './authentication/trusted-proxies.ts';
import { addressHeader, cameOverTls, clientAddress } from './authentication/client-address.ts';
import type { SignedIn } from './caller.ts';

/** Who is signed in, by the session cookie. */
export interface Sessions {
  find(req: IncomingMessage): Promise<SignedIn | undefined>;
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
  readonly account: SignedIn;
  readonly cookies: SessionCookies;
}

export function createSessions(options: {
  auth: Auth;
  trustedProxies: TrustedProxies;
  publicUrl: string | undefined;
}): Sessions {
  const { trustedProxies, publicUrl } = options;
  const { api } = options.auth;
  const isPublicUrlSecure = publicUrl?.startsWith('https:') === true;

  /** What better-auth needs of a request, and nothing that a client could use to talk to it past us. */
  function headersOf(req: IncomingMessage): Headers {
    const headers = new Headers({ [addressHeader]: clientAddress(req, trustedProxies) });
    for (const name of ['cookie', 'user-agent'] as const) {
      const value = req.headers[name];
      if (value !== undefined) headers.set(name, value);
    }
    return headers;
  }

  function cookiesOf(req: IncomingMessage, headers: Headers): SessionCookies {
    const isSecure = isPublicUrlSecure || cameOverTls(req, trustedProxies);
    return headers.getSetCookie().map((cookie) => (isSecure ? `${cookie}; Secure` : cookie));
  }

  /** Undefined = better-auth refused. */
  async function opened(
    req: IncomingMessage,
    opening: Promise<{ response: { user: Parameters<typeof toSignedIn>[0] }; headers: Headers }>,
  ): Promise<OpenedSession | undefined> {
    try {
      const { response, headers } = await opening;
      return { account: toSignedIn(response.user), cookies: cookiesOf(req, headers) };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  return {
    async find(req) {
      if (req.headers.cookie === undefined) return undefined;
      const found = await api.getSession({ headers: headersOf(req) });
      return found === null ? undefined : toSignedIn(found.user);
    },

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
      return response === null
        ? undefined
        : { account: toSignedIn(response), cookies: cookiesOf(req, headers) };
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

function toSignedIn({ id, email, name }: { id: string; email: string; name: string }): SignedIn {
  return { kind: 'session', accountId: id, email, name };
}
