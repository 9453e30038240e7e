import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { settingsErrors } from './errors.ts';
import { networkOf } from './http/client-address.ts';

/**
 * How often one may try. Counted in Redis by all processes together, and by each process for itself while Redis is away.
 * All throw 429.
 */
export interface AttemptLimits {
  /** To be called before the password is looked at; what it gives is called when the password was right: failures count. */
  signIn(attempt: PasswordAttempt): Promise<() => Promise<void>>;
  signUp(address: string): Promise<void>;
  /** As `signIn`, before a token is looked for. */
  resetPassword(address: string): Promise<() => Promise<void>>;
  openInvitation(address: string): Promise<() => Promise<void>>;
  /** As `signIn`, before the present password of somebody who is signed in is looked at. */
  changePassword(accountId: string): Promise<() => Promise<void>>;
  /** Links of an organisation, before one is made. */
  invite(organisationId: string): Promise<void>;
  /** Of the staff token, after it was compared. */
  sendStaffToken(address: string, isRight: boolean): Promise<void>;
}

export interface PasswordAttempt {
  readonly address: string;
  readonly email: string;
  /** The browser, where it has signed in to this account before (known-browsers.ts). */
  readonly browser: string | undefined;
}

const quarterOfAnHour = 15 * 60;
const hour = 60 * 60;

/**
 * Wrong passwords for an account are counted where they come from, so that whoever guesses locks out nobody but their own
 * network. What all networks guess together has a limit as well; it is not one for browsers and networks from which the
 * account was signed in to: its owner is not kept out by others.
 */
export const attemptLimits = {
  /** From one address: a whole office may sit behind it. */
  signInByAddress: { points: 50, duration: quarterOfAnHour },
  /** For one account from one address. */
  signInByEmailAndAddress: { points: 10, duration: quarterOfAnHour },
  /** For one account, from wherever it has never been signed in to. */
  signInByEmail: { points: 100, duration: hour },
  /** For one account in a browser that has signed in to it. */
  signInByBrowser: { points: 10, duration: quarterOfAnHour },
  signUpByAddress: { points: 20, duration: quarterOfAnHour },
  resetByAddress: { points: 20, duration: quarterOfAnHour },
  invitationByAddress: { points: 20, duration: quarterOfAnHour },
  changeByAccount: { points: 10, duration: quarterOfAnHour },
  linksByOrganisation: { points: 200, duration: hour },
  staffByAddress: { points: 10, duration: 60 },
};

/** How long a network is known by which an account was signed in to. */
const knownNetwork = { points: 1, duration: 30 * 24 * hour };

/** How long a Redis that is there but does not answer may take. */
const redisTimeoutMs = 500;

export function createAttemptLimits(
  redis: Redis | Cluster,
  others: Partial<typeof attemptLimits> = {},
): AttemptLimits {
  const limits = { ...attemptLimits, ...others };
  const limiterOf = (name: string, limit: { points: number; duration: number }): RateLimiterAbstract => {
    const options = { ...limit, keyPrefix: `bunting:attempts:${name}` };
    const insuranceLimiter = new RateLimiterMemory(options);
    const limiter = new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
    });
    return new RLWrapperTimeouts({
      limiter,
      timeoutMs: redisTimeoutMs,
      insuranceLimiter,
      keyPrefix: options.keyPrefix,
    });
  };
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiterOf(name, limit)]),
  ) as Record<keyof typeof attemptLimits, RateLimiterAbstract>;
  const { signInByAddress, signInByEmailAndAddress, signInByEmail, signInByBrowser } = limiters;
  const knownNetworks = limiterOf('knownNetwork', knownNetwork);

  /** What is given back when the attempt was right. */
  const spendOn = async (limiter: RateLimiterAbstract, key: string) => {
    await spend(limiter, key);
    return async () => void (await limiter.reward(key));
  };

  return {
    async signIn({ address, email, browser }) {
      const network = networkOf(address);
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
      const here = `${account}:${network}`;
      const remember = () => knownNetworks.set(here, 1, knownNetwork.duration);
      if (browser !== undefined) {
        const inBrowser = `${account}:${browser}`;
        await spend(signInByBrowser, inBrowser);
        return async () => void (await Promise.all([signInByBrowser.delete(inBrowser), remember()]));
      }
      await spend(signInByAddress, network);
      await spend(signInByEmailAndAddress, here);
      const isKnown = (await knownNetworks.get(here)) !== null;
      if (!isKnown) await spend(signInByEmail, account);
      return async () => {
        await Promise.all([
          signInByAddress.reward(network),
          signInByEmailAndAddress.delete(here),
          isKnown || signInByEmail.reward(account),
          remember(),
        ]);
      };
    },
    signUp: (address) => spend(limiters.signUpByAddress, networkOf(address)),
    resetPassword: (address) => spendOn(limiters.resetByAddress, networkOf(address)),
    openInvitation: (address) => spendOn(limiters.invitationByAddress, networkOf(address)),
    changePassword: (accountId) => spendOn(limiters.changeByAccount, accountId),
    invite: (organisationId) => spend(limiters.linksByOrganisation, organisationId),
    async sendStaffToken(address, isRight) {
      const network = networkOf(address);
      if (!isRight) return spend(limiters.staffByAddress, network);
      // A right one is no attempt; but among too many wrong ones it is not told that it was.
      const spent = await limiters.staffByAddress.get(network);
      if (spent !== null && spent.consumedPoints >= limits.staffByAddress.points) throw tooMany(spent);
    },
  };
}

async function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(refused) : refused;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes) {
  return settingsErrors.tooManyAttempts(Math.ceil(msBeforeNext / 1000));
}
