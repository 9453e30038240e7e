import { admitted, mauExceeded, rateLimitExceeded } from '../admission.ts';
import { bucketKey, clientBucketKey, type MonthState } from '../monthly-active-users/month-state.ts';
import {
  createMonthSync,
  type MonthSync,
  type MonthSyncDependencies,
} from '../monthly-active-users/month-sync.ts';
import { decideBatch, type BatchReply, type Verdict } from './decide-batch.ts';
import { createRequestBatcher, type RequestBatcher, type WaitingRequest } from './request-batcher.ts';
import { createRestoreQueue } from './restore-queue.ts';

/** The requests of an organisation that Redis decides. */
export interface AdmissionQueue {
  readonly months: MonthSync;
  add(request: WaitingRequest, mauCap: number | null): void;
  /** Takes these tokens with the next batch. */
  owe(isClient: boolean, tokens: number): void;
  /** Notes that the month is being restored: users that may not be counted cannot be decided yet. */
  isRestoring(): boolean;
}

export interface QueueDependencies extends MonthSyncDependencies {
  readonly ratePerMinute: number;
  readonly clientRatePerMinute: number;
  /** This process's own. */
  readonly leaseName: string;
  /** The time that a request waits for a month that is being restored. */
  readonly restoreWaitMs: number;
}

/** The bucket from which requests take their tokens. */
interface Bucket {
  readonly key: string;
  readonly ratePerMinute: number;
  /** Tokens that admitted requests have cost beyond their first one, not yet taken from Redis. */
  owedTokens: number;
}

function createBucket(key: string, ratePerMinute: number): Bucket {
  return { key, ratePerMinute, owedTokens: 0 };
}

/** Adds to the owed tokens, up to the amount that empties a full bucket down to its lowest level. */
function owe(bucket: Bucket, tokens: number): void {
  bucket.owedTokens = Math.min(2 * bucket.ratePerMinute, bucket.owedTokens + tokens);
}

/** @param resolveAlone resolves a request that Redis does not decide, because it fails or takes too long */
export function createAdmissionQueue(
  organisationId: string,
  dependencies: QueueDependencies,
  resolveAlone: (request: WaitingRequest) => void,
): AdmissionQueue {
  const { redis, restorer, pending, leaseName, restoreWaitMs } = dependencies;
  const restoreQueue = createRestoreQueue({ waitMs: restoreWaitMs, onGivenUp: resolveAlone });
  const { ratePerMinute, clientRatePerMinute } = dependencies;
  // A batcher for each bucket and cap, because a script takes tokens from one bucket and has one cap.
  const serverBucket = createBucket(bucketKey(organisationId), ratePerMinute);
  const clientBucket = createBucket(clientBucketKey(organisationId), clientRatePerMinute);
  let mauCap: number | null = null;
  const servers = createRequestBatcher((batch) => sendBatch(batch, serverBucket, mauCap));
  const clients = createRequestBatcher((batch) => sendBatch(batch, clientBucket, mauCap));
  const withoutCap = createRequestBatcher((batch) => sendBatch(batch, serverBucket, null));
  const months = createMonthSync(organisationId, dependencies, restore);

  function batcherOf({ isClient, ignoresCap }: WaitingRequest): RequestBatcher {
    if (isClient) return clients;
    return ignoresCap ? withoutCap : servers;
  }

  function addToBatch(request: WaitingRequest): void {
    batcherOf(request).add(request);
  }

  function sendBatch(batch: readonly WaitingRequest[], bucket: Bucket, cap: number | null): void {
    const state = months.current();
    const { owedTokens } = bucket;
    bucket.owedTokens = 0;
    decideBatch(redis, batch, {
      owedTokens,
      bucketKey: bucket.key,
      monthKey: state.key,
      ratePerMinute: bucket.ratePerMinute,
      mauCap: cap,
      keysExpireAt: state.month.keysExpireAt,
      leaseName,
      isRestoring: restoreQueue.isOpen(),
    }).then(
      (reply) => onReply(batch, state, reply),
      () => {
        batch.forEach(resolveAlone);
        months.onFailure(state);
      },
    );
  }

  function onReply(batch: readonly WaitingRequest[], state: MonthState, reply: BatchReply): void {
    months.onGeneration(state, reply.generation);
    if (reply.hasPendingUsers) pending.mark(organisationId, state.month);
    batch.forEach((request, i) => applyVerdict(request, reply.verdicts[i]!, state, reply.waitMs));
  }

  function applyVerdict(request: WaitingRequest, verdict: Verdict, state: MonthState, waitMs: number): void {
    switch (verdict) {
      case 'passed':
        for (const user of request.users) state.counted.add(user.identity, user.hash);
        return request.resolve(request.tooLarge ?? admitted);
      case 'no token':
        return request.resolve(rateLimitExceeded(waitMs));
      case 'too many users':
        return request.resolve(mauExceeded);
      case 'users undecided':
        request.hasToken = true;
        return restoreQueue.isOpen() ? restoreQueue.add(request) : addToBatch(request);
    }
  }

  function restore(state: MonthState): void {
    if (restoreQueue.isOpen()) return;
    restoreQueue.open();
    const resume = () => restoreQueue.close().forEach(addToBatch);
    void restorer.restore(state, () => restoreQueue.giveUp()).then(resume);
  }

  return {
    months,
    add(request, cap) {
      mauCap = cap;
      addToBatch(request);
    },
    owe: (isClient, tokens) => owe(isClient ? clientBucket : serverBucket, tokens),
    isRestoring: () => restoreQueue.isOpen(),
  };
}
