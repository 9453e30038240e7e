import { DatafileUnavailable } from '../read/datafile-errors.ts';
import type { FoundEnvironments } from '../read/environment-source.ts';

/** Finds the environments of keys that are not cached, one batch at a time. */
export interface KeyLookup {
  /**
   * Finds the environment's id by the first of the key's possible hashes that exists; undefined if none does. Rejects
   * with DatafileUnavailable if that is unknown.
   */
  find(keyHashes: readonly string[]): Promise<string | undefined>;
}

const keysPerBatch = 1_000;

/**
 * Creates the look-up of unknown keys. At most one runs at a time, however many requests have unknown keys: those that arrive during
 * one share the next, after a pause of `pauseMs`. Rejects keys beyond `maxWaiting`.
 */
export function createKeyLookup(options: {
  findEnvironments: (keyHashes: readonly string[]) => Promise<FoundEnvironments>;
  pauseMs: number;
  maxWaiting: number;
}): KeyLookup {
  const { findEnvironments, pauseMs, maxWaiting } = options;
  /** By the first hash of the key. */
  const waiting = new Map<string, Waiter>();
  let isBusy = false;

  async function drain(): Promise<void> {
    isBusy = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, keysPerBatch);
      for (const { keyHashes } of batch) waiting.delete(keyHashes[0]!);
      try {
        const { found, isComplete } = await findEnvironments(batch.flatMap((waiter) => waiter.keyHashes));
        for (const waiter of batch) {
          const present = waiter.keyHashes.find((keyHash) => found.has(keyHash));
          const environmentId = present && found.get(present);
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
    find(keyHashes) {
      const present = waiting.get(keyHashes[0]!);
      if (present) return present.promise;
      if (waiting.size >= maxWaiting) {
        return Promise.reject(new DatafileUnavailable('Too many unknown keys are waiting to be looked up.'));
      }
      const waiter = createWaiter(keyHashes);
      waiting.set(keyHashes[0]!, waiter);
      if (!isBusy) void drain();
      return waiter.promise;
    },
  };
}

function unavailable(): DatafileUnavailable {
  return new DatafileUnavailable("PostgreSQL can't be reached, and no copy has the key.");
}

interface Waiter {
  readonly keyHashes: readonly string[];
  readonly promise: Promise<string | undefined>;
  readonly resolve: (environmentId: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

function createWaiter(keyHashes: readonly string[]): Waiter {
  let settlers: Pick<Waiter, 'resolve' | 'reject'>;
  const promise = new Promise<string | undefined>((resolve, reject) => (settlers = { resolve, reject }));
  return { keyHashes, promise, ...settlers! };
}
