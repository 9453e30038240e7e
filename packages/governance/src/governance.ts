import { randomUUID } from 'node:crypto';
import type { Admission, Rejection } from './admission.ts';
import { createCountedUsersMemory } from './monthly-active-users/counted-users.ts';
import type { Database } from '@bunting/database';
import { anonymousIdentity } from './identity.ts';
import type { Limits } from './limits.ts';
import type { Log } from '@bunting/observability';
import {
  createOrganisationAdmission,
  type OrganisationAdmissionDependencies,
  type OrganisationAdmission,
} from './rate-limit/admit-requests.ts';
import type { Organisation } from '@bunting/definitions';
import { refusalByStatus } from './refusal-by-status.ts';
import { createPendingUsers } from './monthly-active-users/pending-users.ts';
import { mauCapOf } from '@bunting/definitions';
import { createRedisLink } from '@bunting/redis';
import { createMonthRestorer } from './monthly-active-users/restore-month.ts';
import { createUnsyncedMemory } from './monthly-active-users/unsynced-memory.ts';
import type { RedisConnection } from '@bunting/redis';

export interface GovernedRequest {
  /** From `identityOf`; undefined = anonymous. */
  readonly identity?: string | undefined;
  /** Instead of one identity: several, admitted whole or rejected whole. None at all takes no slot. */
  readonly identities?: readonly (string | undefined)[];
  /** Of the body, where bytes have a rate. */
  readonly bytes?: number;
  /** The batch has too many entries: it costs its token, and this is the answer (decisions §1.4). */
  readonly tooLarge?: 'batch_too_large' | 'events_batch_too_large' | undefined;
}

export interface Governance {
  /**
   * Decides in the order of the contract: organisation status, rate limit, batch size, monthly active users. A promise only
   * where Redis must be asked; it never rejects.
   */
  admit(organisation: Organisation, request: GovernedRequest): Admission | Promise<Admission>;
  stats(): GovernanceStats;
  /** Stores what waits for PostgreSQL; the connections stay the caller's. */
  close(): Promise<void>;
}

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

/**
 * `redis` comes from `createRedis` and serves governance alone. `now` gives milliseconds since 1970 and decides the
 * month; the rate limit goes by Redis' own clock.
 */
export function createGovernance(options: {
  redis: RedisConnection;
  pool: Database;
  limits: Limits;
  now: () => number;
  log: Log;
  /** How long a request waits for a month that is being rebuilt from PostgreSQL. */
  restoreWaitMs?: number;
  /** How often newly counted users are stored in PostgreSQL. */
  storeIntervalMs?: number;
  /** Within which limits a silence of Redis counts as its absence; what it is follows from its answers so far. */
  silenceMs?: { min: number; max: number } | undefined;
}): Governance {
  const { redis, pool, limits, now, log, restoreWaitMs = 2_000, storeIntervalMs = 1_000 } = options;
  const leaseName = randomUUID();
  const link = createRedisLink({ redis, log, silenceMs: options.silenceMs });
  const pending = createPendingUsers({ link, pool, now, log, intervalMs: storeIntervalMs });
  const countedUsers = createCountedUsersMemory(50_000);
  const unsynced = createUnsyncedMemory({ maxUsers: 200_000, log });
  let decidedAlone = 0;
  const dependencies: OrganisationAdmissionDependencies = {
    link,
    pending,
    unsynced,
    restorer: createMonthRestorer({ link, pool, log, leaseName, unsynced }),
    openCountedUsers: () => countedUsers.open(),
    onDecidedAlone: () => decidedAlone++,
    ratePerMinute: limits.ratePerMinute,
    bytesPerMinute: limits.bytesPerMinute ?? Infinity,
    leaseName,
    now,
    restoreWaitMs,
  };
  const gates = new Map<string, OrganisationAdmission>();

  function gateOf(organisationId: string): OrganisationAdmission {
    let gate = gates.get(organisationId);
    if (!gate) gates.set(organisationId, (gate = createOrganisationAdmission(organisationId, dependencies)));
    return gate;
  }

  function onUsable(): void {
    for (const gate of gates.values()) gate.catchUp();
    void pending.sweep();
  }
  link.onUsable(onUsable);
  if (link.isUsable()) onUsable();

  return {
    admit(organisation, request) {
      const refusal = refusalByStatus(organisation);
      if (refusal) return refusal;
      return gateOf(organisation.id).admit({
        bytes: request.bytes ?? 0,
        mauCap: mauCapOf(organisation),
        identities: request.identities?.map(slotOf) ?? slotOf(request.identity),
        tooLarge: request.tooLarge && tooLargeRejections[request.tooLarge],
      });
    },
    stats: () => ({
      isRedisUsable: link.isUsable(),
      decidedAlone,
      unsyncedUsers: unsynced.size(),
      restoringOrganisations: [...gates.values()].filter((gate) => gate.isRestoring()).length,
    }),
    async close() {
      await pending.close();
      link.close();
    },
  };
}

function slotOf(identity: string | undefined): string {
  return identity ?? anonymousIdentity;
}
