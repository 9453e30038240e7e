import { randomUUID } from 'node:crypto';
import type { Database } from '@bunting/database';
import { getMauCap, type Organisation } from '@bunting/definitions/organisations';
import type { Log } from '@bunting/observability';
import { createResilientRedis, type RedisConnection } from '@bunting/redis';
import { refusalByStatus, type Admission, type Rejection } from './admission.ts';
import { anonymousIdentity } from './identity.ts';
import type { Limits } from './limits.ts';
import { createCountedUsersMemory } from './monthly-active-users/counted-users.ts';
import { createPendingUsers } from './monthly-active-users/pending-users.ts';
import { createMonthRestorer } from './monthly-active-users/restore-month.ts';
import { createUnsyncedMemory } from './monthly-active-users/unsynced-memory.ts';
import {
  createOrganisationAdmission,
  type AdmissionDependencies,
  type OrganisationAdmission,
} from './rate-limit/organisation-admission.ts';

/** The part of a request that governance needs. */
export interface GovernedRequest {
  /** From `getIdentity`; undefined = anonymous. */
  readonly identity?: string | undefined;
  /** Instead of one identity: several, of which all or none are admitted. An empty list counts no user. */
  readonly identities?: readonly (string | undefined)[];
  /** It has a client key, whose requests and bytes have rates of their own. */
  readonly isClient?: boolean;
  /** Its users have been evaluated already: they are counted whatever the cap is. Not with client keys. */
  readonly ignoresCap?: boolean;
  /** Length of the body, where bytes have a rate. */
  readonly bytes?: number;
  /** The batch has too many entries: the request costs its token, and gets this answer (decisions §1.4). */
  readonly tooLarge?: 'batch_too_large' | 'events_batch_too_large' | undefined;
}

/** Decides which requests of an organisation are answered. */
export interface Governance {
  /**
   * Decides in the order of the contract: organisation status, rate limit, batch size, monthly active users. Returns a
   * promise only if Redis must be asked; it never rejects.
   */
  admit(organisation: Organisation, request: GovernedRequest): Admission | Promise<Admission>;
  /**
   * Takes further tokens from the rate of the organisation, for a request that was admitted and has cost more than one. The next requests wait
   * until there are tokens again.
   */
  charge(
    organisation: Pick<Organisation, 'id'>,
    cost: { readonly isClient: boolean; readonly tokens: number },
  ): void;
  /** Returns the number of users that the organisation has had this month. Never rejects. */
  monthlyActiveUsers(organisation: Organisation): Promise<MonthlyActiveUsers>;
  stats(): GovernanceStats;
  /** Stores the users that wait for PostgreSQL. The caller closes the connections. */
  close(): Promise<void>;
}

/** The users of an organisation in the current month, and how many it may have. */
export interface MonthlyActiveUsers {
  /** null = not known: Redis cannot be asked, or lacks users that this process has admitted. */
  readonly used: number | null;
  /** null = any number. */
  readonly cap: number | null;
  /** True if there are more users than the cap; null = unknown. */
  readonly exceeded: boolean | null;
}

/** The state of governance in this process, for metrics. */
export interface GovernanceStats {
  readonly isRedisUsable: boolean;
  /** Requests decided without Redis since the start. */
  readonly decidedAlone: number;
  /** Users admitted without Redis who are not counted yet. */
  readonly unsyncedUsers: number;
  /** Organisations whose month is being rebuilt. */
  readonly restoringOrganisations: number;
}

const tooLargeRejections: Readonly<Record<NonNullable<GovernedRequest['tooLarge']>, Rejection>> = {
  batch_too_large: { admitted: false, code: 'batch_too_large' },
  events_batch_too_large: { admitted: false, code: 'events_batch_too_large' },
};

/** The servers and time-outs of governance. All times are in milliseconds. */
export interface GovernanceOptions {
  /** From `createRedis`; used by governance alone. */
  readonly redis: RedisConnection;
  readonly pool: Database;
  readonly limits: Limits;
  /** Milliseconds since 1970; decides the month. The rate limit uses Redis' own clock. */
  readonly now: () => number;
  readonly log: Log;
  /** The time that a request waits for a month that is being rebuilt from PostgreSQL. */
  readonly restoreWaitMs?: number;
  /** The interval at which newly counted users are stored in PostgreSQL. */
  readonly storeIntervalMs?: number;
  /**
   * The bounds of the time after which a missing answer of Redis counts as a failure; the time itself follows from earlier
   * answers.
   */
  readonly redisTimeoutMs?: { readonly min: number; readonly max: number } | undefined;
}

/** Creates the governance of one process, for all organisations. */
export function createGovernance(options: GovernanceOptions): Governance {
  const { pool, limits, now, log, restoreWaitMs = 2_000, storeIntervalMs = 1_000 } = options;
  const leaseName = randomUUID();
  const redis = createResilientRedis({
    redis: options.redis,
    name: 'governance',
    log,
    timeoutMs: options.redisTimeoutMs,
  });
  const pending = createPendingUsers({ redis, pool, now, log, intervalMs: storeIntervalMs });
  const countedUsers = createCountedUsersMemory(50_000);
  const unsynced = createUnsyncedMemory({ maxUsers: 200_000, log });
  let decidedAlone = 0;
  const dependencies: AdmissionDependencies = {
    redis,
    pending,
    unsynced,
    restorer: createMonthRestorer({ redis, pool, log, leaseName, unsynced }),
    openCountedUsers: () => countedUsers.open(),
    onDecidedAlone: () => (decidedAlone += 1),
    ratePerMinute: limits.ratePerMinute,
    clientRatePerMinute: limits.clientRatePerMinute,
    bytesPerMinute: limits.bytesPerMinute ?? Infinity,
    leaseName,
    now,
    restoreWaitMs,
  };
  const organisations = new Map<string, OrganisationAdmission>();

  function admissionOf(organisationId: string): OrganisationAdmission {
    let admission = organisations.get(organisationId);
    if (!admission) {
      admission = createOrganisationAdmission(organisationId, dependencies);
      organisations.set(organisationId, admission);
    }
    return admission;
  }

  function onUsable(): void {
    for (const admission of organisations.values()) admission.catchUp();
    void pending.sweep();
  }
  redis.onUsable(onUsable);
  if (redis.isUsable()) onUsable();

  return {
    admit(organisation, request) {
      const refusal = refusalByStatus(organisation);
      if (refusal) return refusal;
      return admissionOf(organisation.id).admit({
        isClient: request.isClient ?? false,
        ignoresCap: request.ignoresCap ?? false,
        bytes: request.bytes ?? 0,
        mauCap: getMauCap(organisation),
        identities: request.identities?.map(countedIdentity) ?? countedIdentity(request.identity),
        tooLarge: request.tooLarge && tooLargeRejections[request.tooLarge],
      });
    },
    charge: ({ id }, { isClient, tokens }) => admissionOf(id).charge(isClient, tokens),
    async monthlyActiveUsers(organisation) {
      const cap = getMauCap(organisation);
      const used = (await admissionOf(organisation.id).countUsers()) ?? null;
      if (cap === null) return { used, cap, exceeded: false };
      return { used, cap, exceeded: used === null ? null : used > cap };
    },
    stats: () => ({
      isRedisUsable: redis.isUsable(),
      decidedAlone,
      unsyncedUsers: unsynced.size(),
      restoringOrganisations: [...organisations.values()].filter((each) => each.isRestoring()).length,
    }),
    async close() {
      await pending.close();
      redis.close();
    },
  };
}

function countedIdentity(identity: string | undefined): string {
  return identity ?? anonymousIdentity;
}
