import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@bunting/observability';
import { openSecret, type DueDelivery, type SealingKeys } from '@bunting/webhooks';
import type { Sender, SendOutcome } from '@bunting/webhooks/sender';
import type { Pool } from 'pg';
import {
  claimDeliveries,
  findPendingEndpoints,
  findOrganisations,
  releaseClaim,
  type Claim,
} from './claim-deliveries.ts';
import type { Recorded } from './record-attempts.ts';
import type { Recorder } from './recorder.ts';
import { createSendLimiter } from './send-gate.ts';
import { createShares, maxPerHost, maxPerOrganisation } from './shares.ts';
import { createPendingEndpoints, settleAll, type Wake } from './wakes.ts';

export interface Retry extends DueDelivery {
  /** Number of the attempt to come, 2 for the first retry. */
  readonly attempt: number;
  readonly dueInMs: number;
}

export interface DispatcherOptions {
  readonly pool: Pool;
  readonly sender: Sender;
  readonly recorder: Recorder;
  readonly keys: SealingKeys;
  readonly retryDelaysSeconds: readonly number[];
  readonly leaseSeconds: number;
  readonly maxInFlight: number;
  readonly log: Logger;
  /** `recorded` is absent when another dispatcher's outcome counts. */
  readonly onAttempt: (claim: Claim, outcome: SendOutcome, recorded: Recorded | undefined) => void;
  readonly onRetry: (retry: Retry) => void;
}

export interface Dispatcher {
  /**
   * Makes an attempt for a delivery, if one is due and nobody makes it; resolves when it is recorded, or when there is
   * nothing to do for it here and now. When its endpoint's places are taken or its organisation's share is used up, whoever
   * frees one claims it. Never rejects.
   */
  deliver(delivery: DueDelivery): Promise<void>;
  /** Whether the endpoint is looked at again by itself, when its organisation's share is not used up any more. */
  isTurnedAway(endpointId: string): boolean;
  inFlight(): number;
  /** Begins nothing more; resolves when what was begun is recorded. */
  stop(): Promise<void>;
}

/** Claimed ahead, so that no place at the gate waits for PostgreSQL; claims are made when half of them are gone. */
const maxAhead = 24;
/** An attempt takes five seconds, and its record a moment. */
const attemptMs = 5_500;
const retryClaimMs = 500;

/** Claims, sends, records; and then looks whether the endpoint has more. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, leaseSeconds, maxInFlight, log } = options;
  const wakes = createPendingEndpoints();
  const inFlight = new Map<string, Promise<void>>();
  const most = { perOrganisation: maxPerOrganisation(maxInFlight), perHost: maxPerHost };
  const shares = createShares(most);
  const gate = createSendLimiter(() => void claimWhatIsDue());
  let isClaiming = false;
  let isStopping = false;

  function room(): number {
    const ahead = gate.waiting();
    return ahead > maxAhead / 2 ? 0 : Math.min(maxInFlight - inFlight.size, maxAhead - ahead);
  }

  async function claimWhatIsDue(): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    // No more endpoints than attempts may begin: looking at one costs more than coming back to it.
    while (!isStopping && wakes.size() > 0 && room() > 0) {
      await introduceStrangers();
      await claimFor(wakes.take(room()));
    }
    isClaiming = false;
    if (isStopping) settleAll(wakes.take(Infinity));
  }

  /** Organisations take turns: whose an endpoint is has to be known before. */
  async function introduceStrangers(): Promise<void> {
    const ids = wakes.strangers();
    if (ids.length === 0) return;
    const organisations = await findOrganisations(pool, ids).catch(() => undefined);
    // One that was deleted has nothing due.
    if (organisations !== undefined) for (const id of ids) wakes.introduce(id, organisations.get(id) ?? id);
  }

  async function claimFor(wave: readonly Wake[]): Promise<void> {
    const limit = room();
    try {
      const endpointIds = await hungryOf(wave);
      const sendBefore = performance.now() + leaseSeconds * 1_000 - attemptMs;
      const inFlight = shares.inFlight();
      const { claims, endpoints } = await claimDeliveries(pool, {
        endpointIds,
        namedIds: wave.flatMap(({ named }) => [...named]),
        limit,
        shares: { ...inFlight, ...most },
        leaseSeconds,
      });
      for (const claim of claims) begin(claim, sendBefore);
      // An endpoint that got something is looked at again when that ends; one that got nothing may have been left out.
      const served = new Set(claims.map(({ endpointId }) => endpointId));
      for (const endpoint of endpoints) {
        if (!endpoint.isOpen || served.has(endpoint.id) || !inFlight.wasUsedUp(endpoint, claims)) continue;
        // Attempts may have ended since the question was put.
        if (!shares.turnAway(endpoint)) void wakes.add(endpoint.id);
      }
      const isLeftOut = ({ endpointId }: Wake) =>
        claims.length >= limit && !served.has(endpointId) && !shares.isTurnedAway(endpointId);
      wakes.putBack(wave.filter(isLeftOut));
      settleAll(wave.filter((wake) => !isLeftOut(wake)));
      lookAgain();
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'Nothing can be claimed at the moment');
      wakes.putBack(wave);
      await delay(retryClaimMs);
    }
  }

  /** At endpoints whose share was used up, when it is not any more. */
  function lookAgain(): void {
    for (const id of shares.admit()) void wakes.add(id);
  }

  /** A question without locks spares the claim where nothing more is due, which is the usual case after an attempt. */
  async function hungryOf(wave: readonly Wake[]): Promise<string[]> {
    const named = wave.filter((wake) => wake.named.size > 0).map(({ endpointId }) => endpointId);
    const others = wave.filter((wake) => wake.named.size === 0).map(({ endpointId }) => endpointId);
    return others.length === 0 ? named : [...named, ...(await findPendingEndpoints(pool, others))];
  }

  function begin(claim: Claim, sendBefore: number): void {
    shares.begin(claim);
    const ended = attempt(claim, sendBefore).finally(() => {
      inFlight.delete(claim.id);
      shares.end(claim);
      if (!isStopping) {
        void wakes.add(claim.endpointId);
        lookAgain();
      }
      void claimWhatIsDue();
    });
    inFlight.set(claim.id, ended);
  }

  async function attempt(claim: Claim, sendBefore: number): Promise<void> {
    const passage = await gate.enter(claim.organisationId);
    try {
      // Its lease would not last: whoever claims it then would send it, too.
      if (performance.now() > sendBefore) return await releaseClaim(pool, claim).catch(() => {});
      const outcome = await send(claim);
      passage.noteAnswer();
      await record(claim, outcome);
    } finally {
      passage.end();
    }
  }

  async function record(claim: Claim, outcome: SendOutcome): Promise<void> {
    const retryAfterSeconds = options.retryDelaysSeconds[claim.attemptCount] ?? null;
    const recorded = await options.recorder.record({ claim, outcome, retryAfterSeconds });
    options.onAttempt(claim, outcome, recorded);
    const dueInMs = recorded?.dueInMs;
    if (dueInMs == null) return;
    options.onRetry({ id: claim.id, endpointId: claim.endpointId, attempt: claim.attemptCount + 2, dueInMs });
  }

  async function send({ id, endpointId, url, type, body, secret: sealed }: Claim): Promise<SendOutcome> {
    const secret = openSecret(sealed, options.keys, endpointId);
    if (secret !== undefined) return options.sender.sendWebhook({ id, url, type, body, secret });
    log.error({ endpoint: endpointId }, 'A signing secret was sealed with a key that is not here');
    return {
      succeeded: false,
      status: null,
      startedAt: new Date(),
      durationMs: 0,
      responseBody: null,
      error: 'The signing secret cannot be opened.',
      refused: false,
    };
  }

  return {
    async deliver({ id, endpointId }) {
      if (isStopping) return;
      if (!inFlight.has(id) && !shares.isTurnedAway(endpointId)) {
        const looked = wakes.add(endpointId, id);
        void claimWhatIsDue();
        await looked;
      }
      await inFlight.get(id);
    },
    isTurnedAway: (endpointId) => shares.isTurnedAway(endpointId),
    inFlight: () => inFlight.size,
    async stop() {
      isStopping = true;
      settleAll(wakes.take(Infinity));
      while (inFlight.size > 0 || isClaiming) {
        await Promise.all([...inFlight.values(), delay(isClaiming ? 10 : 0)]);
      }
    },
  };
}
