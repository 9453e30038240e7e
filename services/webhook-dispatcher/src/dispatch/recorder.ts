import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { recordAttempts, type Attempt, type Recorded } from './record-attempts.ts';

export interface Recorder {
  /**
   * Resolves when the attempt is written; `undefined` when the outcome of another dispatcher counts, or when it cannot be
   * written at all. While PostgreSQL is away it waits, because only this process knows what the receiver answered.
   */
  record(attempt: Attempt): Promise<Recorded | undefined>;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly resolve: (recorded: Recorded | undefined) => void;
}

const maxPerTransaction = 500;
const retryAfterMs = 500;

/** Attempts that end while a transaction runs share the next one. */
export function createRecorder(options: {
  pool: Pool;
  log: Logger;
  onHold: (endpointId: string) => void;
}): Recorder {
  const { pool, log, onHold } = options;
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxPerTransaction);
      waiting = waiting.slice(maxPerTransaction);
      await write(batch);
    }
    isWriting = false;
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    for (;;) {
      try {
        const { recorded, endpointIdsOnHold } = await recordAttempts(
          pool,
          batch.map(({ attempt }) => attempt),
        );
        endpointIdsOnHold.forEach(onHold);
        const byId = new Map(recorded.map((each) => [each.id, each]));
        for (const { attempt, resolve } of batch) resolve(byId.get(attempt.claim.id));
        return;
      } catch (error) {
        if (!isTransient(error)) return writeAlone(batch, error);
        log.warn(
          { reason: (error as Error).message, attempts: batch.length },
          'Recording attempts failed; retrying',
        );
        await delay(retryAfterMs);
      }
    }
  }

  /** Writes each attempt alone, so that one which PostgreSQL refuses does not fail the others. It is made again when its lease has ended. */
  async function writeAlone(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const each of batch) await write([each]);
      return;
    }
    const [{ attempt, resolve }] = batch as [Waiting];
    log.error({ err: error, delivery: attempt.claim.id }, 'Recording an attempt failed');
    resolve(undefined);
  }

  return {
    record(attempt) {
      return new Promise((resolve) => {
        waiting.push({ attempt, resolve });
        void writeAll();
      });
    },
  };
}

/** Returns true for all errors but those of the data or the statement (SQLSTATE classes 22, 23, 42). */
function isTransient(error: unknown): boolean {
  return !/^(22|23|42)...$/.test(String((error as { code?: unknown }).code));
}
