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
  /** The month is being restored: users that may not be counted cannot be decided yet. */
  isRestoring(): boolean;
}

export interface QueueDependencies extends MonthSyncDependencies {
  readonly ratePerMinute: number;
  readonly clientRatePerMinute: number;
  /** This process's own. */
  readonly leaseName: string;
  /** How long a request waits for a month that is being restored. */
  readonly restoreWaitMs: number;
}

/** @param resolveAlone resolves a request that Redis does not decide, because it fails or takes too long */
export function createAdmissionQueue(
  organisationId: string,
  dependencies: QueueDependencies,
  resolveAlone: (request: WaitingRequest) => void,
): AdmissionQueue {
  const { redis, restorer, pending, leaseName, restoreWaitMs } = dependencies;
  const restoreQueue = createRestoreQueue({ waitMs: restoreWaitMs, onGivenUp: resolveAlone });
  // Two batchers, because a script takes tokens from one bucket.
  const servers = batcherFor(bucketKey(organisationId), dependencies.ratePerMinute);
  const clients = batcherFor(clientBucketKey(organisationId), dependencies.clientRatePerMinute);
  const months = createMonthSync(organisationId, dependencies, restore);
  let mauCap: number | null = null;

  function batcherFor(bucket: string, ratePerMinute: number): RequestBatcher {
    return createRequestBatcher((batch) => sendBatch(batch, bucket, ratePerMinute));
  }

  function addToBatch(request: WaitingRequest): void {
    (request.isClient ? clients : servers).add(request);
  }

  function sendBatch(batch: readonly WaitingRequest[], bucket: string, ratePerMinute: number): void {
    const state = months.current();
    decideBatch(redis, batch, {
      bucketKey: bucket,
      monthKey: state.key,
      ratePerMinute,
      mauCap,
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
    isRestoring: () => restoreQueue.isOpen(),
  };
}
