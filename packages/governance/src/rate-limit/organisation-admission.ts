import { admitted, rateLimitExceeded, type Admission, type Rejection } from '../admission.ts';
import { uncountedUsers, type User } from '../monthly-active-users/month-state.ts';
import type { UnsyncedMemory } from '../monthly-active-users/unsynced-memory.ts';
import { createAdmissionQueue, type QueueDependencies } from './admission-queue.ts';
import { createTokenBucket } from './token-bucket.ts';

/** Rate limit and monthly active users of one organisation in one process. */
export interface OrganisationAdmission {
  admit(request: AdmissionRequest): Admission | Promise<Admission>;
  /** Takes further tokens for a request that was admitted. */
  charge(isClient: boolean, tokens: number): void;
  /** Returns the number of users in the month so far; undefined = unknown. */
  countUsers(): Promise<number | undefined>;
  /**
   * Redis is usable (again): counts the users that this process admitted without it, and makes sure that Redis has lost
   * nothing.
   */
  catchUp(): void;
  isRestoring(): boolean;
}

export interface AdmissionRequest {
  /** null = none. */
  readonly mauCap: number | null;
  readonly isClient: boolean;
  readonly ignoresCap: boolean;
  readonly bytes: number;
  readonly identities: string | readonly string[];
  readonly tooLarge: Rejection | undefined;
}

/** The parts that all organisations of a process share. */
export interface AdmissionDependencies extends QueueDependencies {
  readonly unsynced: UnsyncedMemory;
  readonly onDecidedAlone: () => void;
  readonly bytesPerMinute: number;
}

interface Demand {
  readonly isClient: boolean;
  readonly ignoresCap: boolean;
  readonly hasToken: boolean;
  readonly tooLarge: Rejection | undefined;
  readonly users: readonly User[];
}

const noUsers: readonly User[] = [];

export function createOrganisationAdmission(
  organisationId: string,
  dependencies: AdmissionDependencies,
): OrganisationAdmission {
  const { unsynced, onDecidedAlone, now, ratePerMinute, clientRatePerMinute, bytesPerMinute } = dependencies;
  const bucketsFor = (perMinute: number) => ({
    perMinute,
    requests: createTokenBucket({ perMinute, now }),
    bytes: createTokenBucket({ perMinute: bytesPerMinute, now }),
  });
  const servers = bucketsFor(ratePerMinute);
  const clients = bucketsFor(clientRatePerMinute);
  const resolveAlone = (request: Demand & { resolve: (admission: Admission) => void }) =>
    request.resolve(decideAlone(request));
  const queue = createAdmissionQueue(organisationId, dependencies, resolveAlone);
  const { months } = queue;

  /** Decides without Redis: this process limits the rate by itself, and admits and remembers all users. */
  function decideAlone({ isClient, hasToken, tooLarge, users }: Demand): Admission {
    onDecidedAlone();
    const waitMs = hasToken ? 0 : (isClient ? clients : servers).requests.take();
    if (waitMs > 0) return rateLimitExceeded(waitMs);
    const state = months.current();
    for (const user of users) {
      if (unsynced.add(state, user.hash)) state.counted.add(user.identity, user.hash);
    }
    return tooLarge ?? admitted;
  }

  return {
    admit({ mauCap, isClient, ignoresCap, bytes, identities, tooLarge }) {
      months.turnMonth();
      const buckets = isClient ? clients : servers;
      const bytesWaitMs = buckets.bytes.take(bytes);
      if (bytesWaitMs > 0) return rateLimitExceeded(bytesWaitMs);
      const users = tooLarge ? noUsers : uncountedUsers(months.current(), identities);
      const hasToken = buckets.perMinute === Infinity;
      if (!months.isRedisUsable()) return decideAlone({ isClient, ignoresCap, hasToken, tooLarge, users });
      if (hasToken && users.length === 0) return tooLarge ?? admitted;
      // Not by a spread: V8 comes to place what that makes among old objects, with all it refers to, and collecting these costs as much as a third of a request.
      return new Promise((resolve) =>
        queue.add({ isClient, ignoresCap, hasToken, tooLarge, users, resolve }, mauCap),
      );
    },
    charge(isClient, tokens) {
      const { perMinute, requests } = isClient ? clients : servers;
      if (perMinute === Infinity) return;
      // Both Redis and this process must know of these tokens, because either may decide the next request.
      requests.take(tokens, true);
      queue.owe(isClient, tokens);
    },
    countUsers() {
      months.turnMonth();
      return months.countUsers();
    },
    catchUp: () => months.catchUp(),
    isRestoring: () => queue.isRestoring(),
  };
}
