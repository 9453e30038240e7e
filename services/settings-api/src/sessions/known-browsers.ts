import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseCookies } from 'better-auth/cookies';
import { symmetricDecodeJWT, symmetricEncodeJWT } from 'better-auth/crypto';
import { cookieNames, cookiePath } from './cookie-names.ts';

/**
 * Knows which browsers have signed in to an account before, by a sealed cookie that outlives the session. The cookie gives no access. It
 * gives the browser a limit of wrong passwords of its own, which attackers elsewhere cannot use up.
 */
export interface KnownBrowsers {
  /** Finds the browser's name; undefined = it has not signed in to the account with this address. */
  find(req: IncomingMessage, email: string): Promise<string | undefined>;
  /** Returns a value of `Set-Cookie`, without `Secure`. */
  remember(req: IncomingMessage, email: string): Promise<string>;
}

interface BrowserCookie {
  readonly browser: string;
  /** Digests of addresses, the latest first. */
  readonly accounts: readonly string[];
}

const purpose = 'bunting-known-browser';
const maxAgeSeconds = 90 * 24 * 60 * 60;
const maxAccounts = 5;

export function createKnownBrowsers({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string | undefined;
}): KnownBrowsers {
  const cookie = cookieNames(publicUrl).browser;
  const path = cookiePath(publicUrl);

  async function read(req: IncomingMessage): Promise<BrowserCookie | undefined> {
    const value = parseCookies(req.headers.cookie ?? '').get(cookie);
    if (value === undefined) return undefined;
    return (await symmetricDecodeJWT<BrowserCookie>(value, secret, purpose)) ?? undefined;
  }

  return {
    async find(req, email) {
      const remembered = await read(req);
      return remembered?.accounts.includes(digestOf(email)) ? remembered.browser : undefined;
    },

    async remember(req, email) {
      const { browser = randomUUID(), accounts = [] } = (await read(req)) ?? {};
      const account = digestOf(email);
      const known = [account, ...accounts.filter((each) => each !== account)].slice(0, maxAccounts);
      const value = await symmetricEncodeJWT({ browser, accounts: known }, secret, purpose, maxAgeSeconds);
      return `${cookie}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax`;
    },
  };
}

function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}
