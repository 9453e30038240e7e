import { createHash } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { settingsErrors } from './errors.ts';
import { toNetwork } from '@bunting/service/client-address';
import { consume, createRateLimiter, retryAfterSeconds, type RateLimit } from './redis-rate-limiter.ts';

/** Limits how often somebody may try. All methods throw 429 when the limit is reached. */
export interface AttemptLimits {
  /** Counts an attempt. Call it before the password is verified, and call its result if the password was right: only failures count. */
  signIn(attempt: PasswordAttempt): Promise<() => Promise<void>>;
  signUp(address: string): Promise<void>;
  /** Counts as `signIn` does, before a token is looked up. */
  resetPassword(address: string): Promise<() => Promise<void>>;
  openInvitation(address: string): Promise<() => Promise<void>>;
  /** Counts as `signIn` does, before the current password of a signed-in person is verified. */
  changePassword(accountId: string): Promise<() => Promise<void>>;
  /** Counts the links of an organisation. Call it before one is made. */
  invite(organisationId: string): Promise<void>;
  /** Counts wrong staff tokens. Call it after the token was compared. */
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
 * Wrong passwords for an account are counted for each network, so that an attacker locks out nobody but their own network. Wrong
 * passwords of all networks together have a limit as well. It does not apply to browsers and networks from which somebody has
 * signed in to the account before, so that an attacker cannot lock out its owner.
 */
export const attemptLimits = {
  /** From one address, which a whole office may share. */
  signInByAddress: { points: 50, duration: quarterOfAnHour },
  /** For one account from one address. */
  signInByEmailAndAddress: { points: 10, duration: quarterOfAnHour },
  /** For one account, from all networks and browsers that have never signed in to it. */
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

/** A network counts as known for this time after somebody signed in to the account from it. */
const knownNetwork = { points: 1, duration: 30 * 24 * hour };

export function createAttemptLimits(
  redis: Redis | Cluster,
  others: Partial<typeof attemptLimits> = {},
): AttemptLimits {
  const limits = { ...attemptLimits, ...others };
  const limiterOf = (name: string, limit: RateLimit) =>
    createRateLimiter(redis, `bunting:attempts:${name}`, limit);
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limiterOf(name, limit)]),
  ) as Record<keyof typeof attemptLimits, RateLimiterAbstract>;
  const { signInByAddress, signInByEmailAndAddress, signInByEmail, signInByBrowser } = limiters;
  const knownNetworks = limiterOf('knownNetwork', knownNetwork);

  /** Resolves with a function that takes the attempt back. */
  const countAttempt = async (limiter: RateLimiterAbstract, key: string) => {
    await spend(limiter, key);
    return async () => void (await limiter.reward(key));
  };

  return {
    async signIn({ address, email, browser }) {
      const network = toNetwork(address);
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
      const accountInNetwork = `${account}:${network}`;
      const remember = () => knownNetworks.set(accountInNetwork, 1, knownNetwork.duration);
      if (browser !== undefined) {
        const accountInBrowser = `${account}:${browser}`;
        await spend(signInByBrowser, accountInBrowser);
        return async () => void (await Promise.all([signInByBrowser.delete(accountInBrowser), remember()]));
      }
      await spend(signInByAddress, network);
      await spend(signInByEmailAndAddress, accountInNetwork);
      const isKnown = (await knownNetworks.get(accountInNetwork)) !== null;
      if (!isKnown) await spend(signInByEmail, account);
      return async () => {
        await Promise.all([
          signInByAddress.reward(network),
          signInByEmailAndAddress.delete(accountInNetwork),
          isKnown || signInByEmail.reward(account),
          remember(),
        ]);
      };
    },
    signUp: (address) => spend(limiters.signUpByAddress, toNetwork(address)),
    resetPassword: (address) => countAttempt(limiters.resetByAddress, toNetwork(address)),
    openInvitation: (address) => countAttempt(limiters.invitationByAddress, toNetwork(address)),
    changePassword: (accountId) => countAttempt(limiters.changeByAccount, accountId),
    invite: (organisationId) => spend(limiters.linksByOrganisation, organisationId),
    async sendStaffToken(address, isRight) {
      const network = toNetwork(address);
      if (!isRight) return spend(limiters.staffByAddress, network);
      // A right token is not counted. After too many wrong ones it is refused too, so that the answer does not reveal that it is right.
      const spent = await limiters.staffByAddress.get(network);
      if (spent !== null && spent.consumedPoints >= limits.staffByAddress.points) {
        throw settingsErrors.tooManyAttempts(retryAfterSeconds(spent));
      }
    },
  };
}

function spend(limiter: RateLimiterAbstract, key: string): Promise<void> {
  return consume(limiter, key, settingsErrors.tooManyAttempts);
}
