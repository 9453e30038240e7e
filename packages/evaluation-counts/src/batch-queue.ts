import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '@bunting/observability';
import type pg from 'pg';
import { encodeBatches, type EncodedBatch } from './encode-batches.ts';
import type { EnvironmentCounts } from './environment-counts.ts';
import { batchesOfStatement, storeBatches } from './store-batches.ts';

/** Batches that are tried until they are stored, always the same. */
export interface BatchQueue {
  isEmpty(): boolean;
  /** Encodes counts as batches, in steps between which answers go out. */
  add(taken: readonly EnvironmentCounts[]): Promise<void>;
  /** Stores what is there. Never rejects: what could not be stored stays. */
  store(): Promise<void>;
  /** Returns the failure of the last attempt; `isDue` also means that it is time for the next one. */
  failure(): { readonly isDue: boolean } | undefined;
}

/** The pause before what could not be stored is tried again. */
const retryMs = 5_000;
const statementTimeoutMs = 10_000;

/** Creates a queue of batches. `onStored` receives the number of cells and unknown keys that were stored. */
export function createBatchQueue(options: {
  pool: Pick<pg.Pool, 'query'>;
  log: Log;
  now: () => number;
  onStored: (size: number) => void;
}): BatchQueue {
  const { pool, log, now, onStored } = options;
  let batches: EncodedBatch[] = [];
  let failedAt: number | undefined;

  return {
    isEmpty: () => batches.length === 0,
    async add(taken) {
      for (const batch of encodeBatches(taken)) {
        if (batch !== undefined) batches.push(batch);
        await nextTurn();
      }
    },
    async store() {
      try {
        while (batches.length > 0) {
          const next = batches.slice(0, batchesOfStatement(batches));
          await storeBatches(pool, next, statementTimeoutMs);
          batches = batches.slice(next.length);
          onStored(next.reduce((sum, { size }) => sum + size, 0));
        }
        failedAt = undefined;
      } catch (error) {
        const reason = (error as Error).message;
        if (failedAt === undefined)
          log.warn({ reason }, 'Storing evaluation counts failed; keeping them in memory');
        failedAt = now();
      }
    },
    failure: () => (failedAt === undefined ? undefined : { isDue: now() >= failedAt + retryMs }),
  };
}
