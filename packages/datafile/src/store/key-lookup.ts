import { DatafileUnavailable } from './datafile-unavailable.ts';
import type { FoundEnvironments } from './environment-source.ts';

/** Finds the environments of keys that are not cached, one batch at a time. */
export interface KeyLookup {
  /** The environment's id; undefined if the key does not exist. Rejects with DatafileUnavailable if that is unknown. */
  find(keyHash: string): Promise<string | undefined>;
}

const keysPerBatch = 1_000;

/**
 * At most one look-up runs at a time, however many requests have unknown keys: those that arrive meanwhile share the next one, after
 * a pause of `pauseMs`. Rejects keys beyond `maxWaiting`.
 */
export function createKeyLookup(options: {
  findEnvironments: (keyHashes: readonly string[]) => Promise<FoundEnvironments>;
  pauseMs: number;
  maxWaiting: number;
}): KeyLookup {
  const { findEnvironments, pauseMs, maxWaiting } = options;
  const waiting = new Map<string, Waiter>();
  let isBusy = false;

  async function drain(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, keysPerBatch);
      for (const { keyHash } of batch) waiting.delete(keyHash);
      try {
        const { found, isComplete } = await findEnvironments(batch.map((waiter) => waiter.keyHash));
        for (const waiter of batch) {
          const environmentId = found.get(waiter.keyHash);
          if (environmentId === undefined && !isComplete) waiter.reject(unavailable());
          else waiter.resolve(environmentId);
        }
      } catch (error) {
        for (const waiter of batch) waiter.reject(error as Error);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  }

  return {
    find(keyHash) {
      const present = waiting.get(keyHash);
      if (present) return present.promise;
      if (waiting.size >= maxWaiting) {
        return Promise.reject(new DatafileUnavailable('Too many unknown keys are waiting to be looked up.'));
      }
      const waiter = createWaiter(keyHash);
      waiting.set(keyHash, waiter);
      if (!isBusy) void drain();
      return waiter.promise;
    },
  };
}

function unavailable(): DatafileUnavailable {
  return new DatafileUnavailable('PostgreSQL cannot be reached, and no copy has the key.');
}

interface Waiter {
  readonly keyHash: string;
  readonly promise: Promise<string | undefined>;
  readonly resolve: (environmentId: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

function createWaiter(keyHash: string): Waiter {
  let settlers: Pick<Waiter, 'resolve' | 'reject'>;
  const promise = new Promise<string | undefined>((resolve, reject) => (settlers = { resolve, reject }));
  return { keyHash, promise, ...settlers! };
}
