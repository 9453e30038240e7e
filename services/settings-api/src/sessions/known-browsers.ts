import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseCookies } from 'better-auth/cookies';
import { symmetricDecodeJWT, symmetricEncodeJWT } from 'better-auth/crypto';

/**
 * Which browsers have signed in to an account before: told by a cookie of their own, sealed, that outlives the session. It opens
 * nothing; it gives the browser a count of wrong passwords that nobody elsewhere can use up.
 */
export interface KnownBrowsers {
  /** The browser's name; undefined = it has not signed in to the account with this address. */
  find(req: IncomingMessage, email: string): Promise<string | undefined>;
  /** Value of `Set-Cookie`, without `Secure`. */
  remember(req: IncomingMessage, email: string): Promise<string>;
}

interface Memory {
  readonly browser: string;
  /** Digests of addresses, the latest first. */
  readonly accounts: readonly string[];
}

const purpose = 'bunting-known-browser';
const maxAgeSeconds = 90 * 24 * 60 * 60;
const maxAccounts = 5;

export function createKnownBrowsers({ secret, cookie }: { secret: string; cookie: string }): KnownBrowsers {
  async function read(req: IncomingMessage): Promise<Memory | undefined> {
    const value = parseCookies(req.headers.cookie ?? '').get(cookie);
    if (value === undefined) return undefined;
    return (await symmetricDecodeJWT<Memory>(value, secret, purpose)) ?? undefined;
  }

  return {
    async find(req, email) {
      const memory = await read(req);
      return memory?.accounts.includes(digestOf(email)) ? memory.browser : undefined;
    },

    async remember(req, email) {
      const { browser = randomUUID(), accounts = [] } = (await read(req)) ?? {};
      const account = digestOf(email);
      const known = [account, ...accounts.filter((each) => each !== account)].slice(0, maxAccounts);
      const value = await symmetricEncodeJWT({ browser, accounts: known }, secret, purpose, maxAgeSeconds);
      return `${cookie}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax`;
    },
  };
}

function digestOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}
