import { setTimeout as delay } from 'node:timers/promises';
import type { DueDelivery } from '@bunting/webhooks';
import type { Claim } from './claim-deliveries.ts';
import { createClaimRounds } from './claim-round.ts';
import { makeAttempt, type AttemptOptions } from './make-attempt.ts';
import { createPendingEndpoints, finish } from './pending-endpoints.ts';
import { createSendLimiter } from './send-limiter.ts';
import { createShares, maxPerHost, maxPerOrganisation } from './shares.ts';

export interface DispatcherOptions extends Omit<AttemptOptions, 'limiter'> {
  /** Number of attempts that this process makes at a time. */
  readonly maxInFlight: number;
  readonly leaseSeconds: number;
}

export interface Dispatcher {
  /**
   * Makes an attempt for a delivery, if one is due and no process makes it. Resolves when the attempt is recorded, or when
   * there is nothing to do now: if the endpoint has ten attempts in flight, or the share of its organisation is used up, the
   * delivery is claimed when one of those attempts ends. Never rejects.
   */
  deliver(delivery: DueDelivery): Promise<void>;
  /** Returns whether the endpoint waits for the share of its organisation. It is retried without another request. */
  isPostponed(endpointId: string): boolean;
  inFlight(): number;
  /** Begins no more attempts; resolves when those in flight are recorded. */
  stop(): Promise<void>;
}

/** Attempts that are claimed before they may be sent, so that sending never waits for PostgreSQL. */
const maxClaimedAhead = 24;
const retryClaimMs = 500;

/** Claims what endpoints have due, sends it, records it, and looks at the endpoints again. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, log, leaseSeconds, maxInFlight } = options;
  const limits = { perOrganisation: maxPerOrganisation(maxInFlight), perHost: maxPerHost };
  const shares = createShares(limits);
  const pending = createPendingEndpoints();
  const rounds = createClaimRounds({ pool, pending, shares, limits, leaseSeconds });
  const limiter = createSendLimiter(() => void claimPending());
  const inFlight = new Map<string, Promise<void>>();
  let isClaiming = false;
  let isStopping = false;

  /** Returns how many deliveries may be claimed now. New ones are claimed when half of those ahead have been sent. */
  function capacity(): number {
    const ahead = limiter.waiting();
    return ahead > maxClaimedAhead / 2 ? 0 : Math.min(maxInFlight - inFlight.size, maxClaimedAhead - ahead);
  }

  async function claimPending(): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    while (!isStopping && pending.size() > 0 && capacity() > 0) {
      try {
        await rounds.claim(capacity, begin);
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'Claiming deliveries failed; retrying');
        await delay(retryClaimMs);
      }
    }
    isClaiming = false;
    if (isStopping) finish(pending.take(Infinity));
  }

  function begin(claim: Claim, sendBefore: number): void {
    shares.begin(claim);
    const ended = makeAttempt({ ...options, limiter }, claim, sendBefore).finally(() => {
      inFlight.delete(claim.id);
      shares.end(claim);
      // The endpoint may have more due, and others may have waited for the share.
      if (!isStopping) for (const id of [claim.endpointId, ...shares.takeReady()]) void pending.add(id);
      void claimPending();
    });
    inFlight.set(claim.id, ended);
  }

  return {
    async deliver({ id, endpointId }) {
      if (isStopping) return;
      if (!inFlight.has(id) && !shares.isPostponed(endpointId)) {
        const looked = pending.add(endpointId, id);
        void claimPending();
        await looked;
      }
      await inFlight.get(id);
    },
    isPostponed: (endpointId) => shares.isPostponed(endpointId),
    inFlight: () => inFlight.size,
    async stop() {
      isStopping = true;
      finish(pending.take(Infinity));
      while (inFlight.size > 0 || isClaiming) {
        await Promise.all([...inFlight.values(), delay(isClaiming ? 10 : 0)]);
      }
    },
  };
}
