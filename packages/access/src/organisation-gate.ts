import { admitted, mauExceeded, rateLimitExceeded, type Admission, type Rejection } from './admission.ts';
import { calendarMonthOf } from './calendar-month.ts';
import type { CountedUsers } from './counted-users.ts';
import { bucketKey, monthKey, type MonthLedger } from './month-ledger.ts';
import type { PendingUsers } from './pending-users.ts';
import type { RedisLink } from './redis-link.ts';
import { runScript } from './redis-script.ts';
import { admitScript, type AdmitReply } from './scripts.ts';
import { createTokenBucket } from './token-bucket.ts';
import { userHash } from './user-hash.ts';

/** Rate limit and monthly active users of one organisation, as one process sees them. */
export interface OrganisationGate {
  admit(request: GateRequest): Admission | Promise<Admission>;
  /** Counts whom this process admitted without Redis, now that it answers. */
  settle(): void;
}

export interface GateRequest {
  /** null = none. */
  readonly mauCap: number | null;
  readonly identities: string | readonly string[];
  readonly tooLarge: Rejection | undefined;
}

/** What all gates of a process share. */
export interface GateSurroundings {
  readonly link: RedisLink;
  readonly pending: PendingUsers;
  readonly restore: (ledger: MonthLedger) => Promise<void>;
  readonly openCountedUsers: () => CountedUsers;
  /** Room for users admitted without Redis; false when there is no more. */
  readonly remember: (ledger: MonthLedger, hash: string) => boolean;
  readonly onAlone: () => void;
  readonly ratePerMinute: number;
  readonly leaseName: string;
  readonly now: () => number;
  readonly restoreWaitMs: number;
}

interface User {
  readonly identity: string;
  readonly hash: string;
}

interface Waiting {
  hasToken: boolean;
  readonly tooLarge: Rejection | undefined;
  /** Those not known to be counted. */
  readonly users: readonly User[];
  readonly resolve: (admission: Admission) => void;
}

const nobody: readonly User[] = [];

export function createOrganisationGate(organisationId: string, around: GateSurroundings): OrganisationGate {
  const { link, now, ratePerMinute } = around;
  const bucket = createTokenBucket({ perMinute: ratePerMinute, now });
  const isRateUnlimited = ratePerMinute === Infinity;
  let mauCap: number | null = null;
  let ledger = openLedger();
  let previous: MonthLedger | undefined;
  let waiting: Waiting[] = [];
  /** Requests whose users are decided once the month is restored; undefined = it stands. */
  let held: Waiting[] | undefined;
  let isRestoreOverdue = false;

  function openLedger(): MonthLedger {
    const month = calendarMonthOf(now());
    const key = monthKey(organisationId, month);
    const counted = around.openCountedUsers();
    return { organisationId, month, key, counted, unsettled: new Set(), epoch: undefined };
  }

  function turnMonth(): void {
    ledger.counted.forget();
    previous = ledger;
    ledger = openLedger();
  }

  function uncounted(identities: string | readonly string[]): readonly User[] {
    if (typeof identities === 'string') {
      if (ledger.counted.has(identities)) return nobody;
      return [{ identity: identities, hash: userHash(organisationId, identities) }];
    }
    const unknown = [...new Set(identities)].filter((identity) => !ledger.counted.has(identity));
    return unknown.map((identity) => ({ identity, hash: userHash(organisationId, identity) }));
  }

  function enqueue(request: Waiting): void {
    // All that waits when the event loop has read its sockets goes in one round trip.
    if (waiting.push(request) === 1) setImmediate(ask);
  }

  function ask(): void {
    const batch = waiting;
    waiting = [];
    if (!link.isUsable()) return batch.forEach(resolveAlone);
    const asked: Waiting[] = [];
    const args = [
      '',
      String(ratePerMinute),
      String(mauCap ?? -1),
      String(ledger.month.keysExpireAt),
      around.leaseName,
    ];
    let places = 0;
    for (const request of batch) {
      if (!request.hasToken) places++;
      if (request.users.length === 0 || held) continue;
      args.push(String(request.hasToken ? 0 : places), String(request.users.length));
      for (const user of request.users) args.push(user.hash);
      asked.push(request);
    }
    args[0] = String(places);
    const of = ledger;
    runScript(link, admitScript, [bucketKey(organisationId), of.key], args).then(
      (reply) => answer(batch, asked, of, reply as AdmitReply),
      () => batch.forEach(resolveAlone),
    );
  }

  function answer(
    batch: readonly Waiting[],
    asked: readonly Waiting[],
    of: MonthLedger,
    reply: AdmitReply,
  ): void {
    const [granted, waitMs, epoch, , pendingUsers, ...exceeding] = reply;
    of.epoch ??= epoch === '' ? undefined : epoch;
    if (epoch === '' || epoch !== of.epoch || of.unsettled.size > 0) restore(of);
    if (pendingUsers > 0) around.pending.mark(organisationId, of.month);

    const exceeded = new Set(exceeding.map((ordinal) => asked[ordinal]));
    let places = 0;
    let nextAsked = 0;
    for (const request of batch) {
      const isAsked = asked[nextAsked] === request;
      if (isAsked) nextAsked++;
      if (!request.hasToken && ++places > granted) {
        request.resolve(rateLimitExceeded(waitMs));
      } else if (request.tooLarge) {
        request.resolve(request.tooLarge);
      } else if (request.users.length === 0) {
        request.resolve(admitted);
      } else if (!isAsked || epoch === '') {
        request.hasToken = true;
        hold(request);
      } else if (exceeded.has(request)) {
        request.resolve(mauExceeded);
      } else {
        for (const user of request.users) of.counted.add(user.identity, user.hash);
        request.resolve(admitted);
      }
    }
  }

  /** The decision without Redis: this process's own rate, and everyone is admitted and remembered. */
  function decideAlone(request: Omit<Waiting, 'resolve'>): Admission {
    around.onAlone();
    const waitMs = request.hasToken ? 0 : bucket.take();
    if (waitMs > 0) return rateLimitExceeded(waitMs);
    if (request.tooLarge) return request.tooLarge;
    for (const user of request.users) {
      if (around.remember(ledger, user.hash)) ledger.counted.add(user.identity, user.hash);
    }
    return admitted;
  }

  function resolveAlone(request: Waiting): void {
    request.resolve(decideAlone(request));
  }

  function hold(request: Waiting): void {
    if (!held) enqueue(request);
    else if (isRestoreOverdue) resolveAlone(request);
    else held.push(request);
  }

  function restore(of: MonthLedger): void {
    if (held) return;
    held = [];
    isRestoreOverdue = false;
    const deadline = setTimeout(() => {
      isRestoreOverdue = true;
      held?.splice(0).forEach(resolveAlone);
    }, around.restoreWaitMs);
    const release = () => {
      clearTimeout(deadline);
      const requests = held ?? [];
      held = undefined;
      requests.forEach(enqueue);
      settle();
    };
    void around.restore(of).then(release);
  }

  function settle(): void {
    if (!link.isUsable()) return;
    if (previous?.unsettled.size) restore(previous);
    else if (ledger.unsettled.size > 0) restore(ledger);
  }

  return {
    admit(request) {
      mauCap = request.mauCap;
      if (now() >= ledger.month.endsAt) turnMonth();
      const users = request.tooLarge ? nobody : uncounted(request.identities);
      const { tooLarge } = request;
      const hasToken = isRateUnlimited;
      if (!link.isUsable()) return decideAlone({ hasToken, tooLarge, users });
      if (hasToken && users.length === 0) return tooLarge ?? admitted;
      return new Promise((resolve) => enqueue({ hasToken, tooLarge, users, resolve }));
    },
    settle,
  };
}
