import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { recordAttempts, type Attempt, type Recorded } from './record-attempts.ts';

export interface Recorder {
  /**
   * Resolves when the attempt is written; `undefined` when another dispatcher's outcome counts, or when it cannot be
   * written at all. While PostgreSQL is away it waits: what a receiver answered is known here alone.
   */
  record(attempt: Attempt): Promise<Recorded | undefined>;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly settle: (recorded: Recorded | undefined) => void;
}

const maxPerTransaction = 500;
const retryAfterMs = 500;

/** Attempts that end while a transaction is under way share the next one. */
export function createRecorder(options: {
  pool: Pool;
  log: Logger;
  onHeld: (endpointId: string) => void;
}): Recorder {
  const { pool, log, onHeld } = options;
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
        const { recorded, heldEndpointIds } = await recordAttempts(
          pool,
          batch.map(({ attempt }) => attempt),
        );
        heldEndpointIds.forEach(onHeld);
        const byId = new Map(recorded.map((each) => [each.id, each]));
        for (const { attempt, settle } of batch) settle(byId.get(attempt.claim.id));
        return;
      } catch (error) {
        if (!mayPass(error)) return writeAlone(batch, error);
        log.warn(
          { reason: (error as Error).message, attempts: batch.length },
          'Attempts wait to be recorded',
        );
        await delay(retryAfterMs);
      }
    }
  }

  /** One attempt that PostgreSQL refuses must not take the others along. Its lease runs out, and it is made again. */
  async function writeAlone(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length > 1) {
      for (const each of batch) await write([each]);
      return;
    }
    const [{ attempt, settle }] = batch as [Waiting];
    log.error({ err: error, delivery: attempt.claim.id }, 'An attempt cannot be recorded');
    settle(undefined);
  }

  return {
    record(attempt) {
      return new Promise((settle) => {
        waiting.push({ attempt, settle });
        void writeAll();
      });
    },
  };
}

/** Everything but what is wrong with the data or the statement (SQLSTATE classes 22, 23, 42). */
function mayPass(error: unknown): boolean {
  return !/^(22|23|42)...$/.test(String((error as { code?: unknown }).code));
}
