import { admitted, mauExceeded, rateLimitExceeded, type Admission, type Rejection } from '../admission.ts';
import {
  batchesOf,
  decideBatch,
  type BatchReply,
  type User,
  type Verdict,
  type WaitingRequest,
} from './admit-batch.ts';
import { calendarMonthOf } from '../monthly-active-users/calendar-month.ts';
import type { CountedUsers } from '../monthly-active-users/counted-users.ts';
import { createRequestBatch } from './request-batch.ts';
import { bucketKey, monthKey, type MonthState } from '../monthly-active-users/month-state.ts';
import type { PendingUsers } from '../monthly-active-users/pending-users.ts';
import type { RedisLink } from '@bunting/redis';
import type { MonthRestorer } from '../monthly-active-users/restore-month.ts';
import { createTokenBucket } from './token-bucket.ts';
import type { UnsyncedMemory } from '../monthly-active-users/unsynced-memory.ts';
import { userHash } from '../monthly-active-users/user-hash.ts';

/** Rate limit and monthly active users of one organisation, as one process sees them. */
export interface OrganisationAdmission {
  admit(request: AdmissionRequest): Admission | Promise<Admission>;
  /** Redis answers (again): counts whom this process admitted alone, and makes sure that Redis has lost nothing. */
  catchUp(): void;
  /** Users not known to be counted cannot be decided yet. */
  isRestoring(): boolean;
}

export interface AdmissionRequest {
  /** null = none. */
  readonly mauCap: number | null;
  readonly bytes: number;
  readonly identities: string | readonly string[];
  readonly tooLarge: Rejection | undefined;
}

/** What the gates of a process share. */
export interface OrganisationAdmissionDependencies {
  readonly link: RedisLink;
  readonly restorer: MonthRestorer;
  readonly pending: PendingUsers;
  readonly unsynced: UnsyncedMemory;
  readonly openCountedUsers: () => CountedUsers;
  readonly onDecidedAlone: () => void;
  readonly ratePerMinute: number;
  readonly bytesPerMinute: number;
  readonly leaseName: string;
  readonly now: () => number;
  readonly restoreWaitMs: number;
}

const nobody: readonly User[] = [];

export function createOrganisationAdmission(
  organisationId: string,
  dependencies: OrganisationAdmissionDependencies,
): OrganisationAdmission {
  const { link, restorer, unsynced, now, ratePerMinute } = dependencies;
  const bucket = createTokenBucket({ perMinute: ratePerMinute, now });
  const bytes = createTokenBucket({ perMinute: dependencies.bytesPerMinute, now });
  /** Requests whose users are decided when the month is restored. */
  const held = createRequestBatch({ waitMs: dependencies.restoreWaitMs, onGivenUp: resolveAlone });
  let waiting: WaitingRequest[] = [];
  let mauCap: number | null = null;
  let ledger = openMonthState();
  let previous: MonthState | undefined;
  /** The link stands, but what this organisation asks fails: of a cluster, its node is away. */
  let isNodeAway = false;

  function openMonthState(): MonthState {
    const month = calendarMonthOf(now());
    const key = monthKey(organisationId, month);
    return {
      organisationId,
      month,
      key,
      counted: dependencies.openCountedUsers(),
      unsynced: new Set(),
      epoch: undefined,
    };
  }

  function turnMonth(): void {
    ledger.counted.forget();
    previous = ledger;
    ledger = openMonthState();
  }

  function uncounted(identities: string | readonly string[]): readonly User[] {
    if (typeof identities === 'string') {
      if (ledger.counted.has(identities)) return nobody;
      return [{ identity: identities, hash: userHash(organisationId, identities) }];
    }
    const unknown = [...new Set(identities)].filter((identity) => !ledger.counted.has(identity));
    return unknown.map((identity) => ({ identity, hash: userHash(organisationId, identity) }));
  }

  function enqueue(request: WaitingRequest): void {
    // All that waits when the event loop has read its sockets goes in one round trip.
    if (waiting.push(request) === 1) setImmediate(decideWaiting);
  }

  function decideWaiting(): void {
    const requests = waiting;
    const of = ledger;
    waiting = [];
    for (const batch of batchesOf(requests)) {
      decideBatch({
        link,
        bucketKey: bucketKey(organisationId),
        monthKey: of.key,
        ratePerMinute,
        mauCap,
        keysExpireAt: of.month.keysExpireAt,
        leaseName: dependencies.leaseName,
        requests: batch,
        areUsersHeld: held.isHolding(),
      }).then(
        (reply) => answer(batch, of, reply),
        () => {
          batch.forEach(resolveAlone);
          awaitNode(of);
        },
      );
    }
  }

  function answer(batch: readonly WaitingRequest[], of: MonthState, reply: BatchReply): void {
    noteGeneration(of, reply.epoch);
    if (reply.hasPendingUsers) dependencies.pending.mark(organisationId, of.month);
    batch.forEach((request, i) => resolveRequest(request, reply.verdicts[i]!, of, reply.waitMs));
  }

  function resolveRequest(request: WaitingRequest, verdict: Verdict, of: MonthState, waitMs: number): void {
    switch (verdict) {
      case 'passed':
        for (const user of request.users) of.counted.add(user.identity, user.hash);
        return request.resolve(request.tooLarge ?? admitted);
      case 'no token':
        return request.resolve(rateLimitExceeded(waitMs));
      case 'too many users':
        return request.resolve(mauExceeded);
      case 'users undecided':
        request.hasToken = true;
        return held.isHolding() ? held.add(request) : enqueue(request);
    }
  }

  /** The decision without Redis: this process's own rate, and everyone is admitted and remembered. */
  function decideAlone(request: Omit<WaitingRequest, 'resolve'>): Admission {
    dependencies.onDecidedAlone();
    const waitMs = request.hasToken ? 0 : bucket.take();
    if (waitMs > 0) return rateLimitExceeded(waitMs);
    for (const user of request.users) {
      if (unsynced.add(ledger, user.hash)) ledger.counted.add(user.identity, user.hash);
    }
    return request.tooLarge ?? admitted;
  }

  function resolveAlone(request: WaitingRequest): void {
    request.resolve(decideAlone(request));
  }

  function noteGeneration(of: MonthState, epoch: string): void {
    if (epoch === '') {
      restore(of);
    } else if (of.epoch !== epoch) {
      const before = of.epoch;
      of.epoch = epoch;
      if (before === undefined) void restorer.verify(of);
      else if (hasForgotten(before, epoch)) forgetCounted(of);
      else void restorer.recount(of);
    }
    settle(of);
  }

  /** Who is still active is counted anew. */
  function forgetCounted(of: MonthState): void {
    of.counted.forget();
    of.counted = dependencies.openCountedUsers();
  }

  function settle(of: MonthState): void {
    if (of.unsynced.size === 0) return;
    void restorer.settle(of).then(() => dependencies.pending.mark(organisationId, of.month));
  }

  /** Asks again and again, so that requests need not; and whoever is the primary then may have lost what was counted last. */
  function awaitNode(of: MonthState): void {
    if (isNodeAway || !link.isUsable()) return;
    isNodeAway = true;
    const onAnswer = () => {
      isNodeAway = false;
      settle(of);
    };
    void restorer.verify(of, onAnswer).then(() => (isNodeAway = false));
  }

  function restore(of: MonthState): void {
    if (held.isHolding()) return;
    held.begin();
    const release = () => held.end().forEach(enqueue);
    void restorer.restore(of, () => held.giveUp()).then(release);
  }

  return {
    admit(request) {
      mauCap = request.mauCap;
      if (now() >= ledger.month.endsAt) turnMonth();
      const { tooLarge } = request;
      const bytesWaitMs = bytes.take(request.bytes);
      if (bytesWaitMs > 0) return rateLimitExceeded(bytesWaitMs);
      const users = tooLarge ? nobody : uncounted(request.identities);
      const hasToken = ratePerMinute === Infinity;
      if (isNodeAway || !link.isUsable()) return decideAlone({ hasToken, tooLarge, users });
      if (hasToken && users.length === 0) return tooLarge ?? admitted;
      return new Promise((resolve) => enqueue({ hasToken, tooLarge, users, resolve }));
    },
    catchUp() {
      if (previous) settle(previous);
      settle(ledger);
      if (ledger.epoch !== undefined) void restorer.verify(ledger);
    },
    isRestoring: () => held.isHolding(),
  };
}

/** Behind the slash of an epoch is how often staff had users forgotten. */
function hasForgotten(before: string, epoch: string): boolean {
  const [, forgets] = epoch.split('/');
  return forgets !== undefined && forgets !== before.split('/')[1];
}
