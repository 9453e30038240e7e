import type { Logger } from '@bunting/observability';
import type { Pool } from 'pg';
import { rollUp } from './roll-up.ts';

/** How long one turn may go on before others get theirs. */
const turnMs = 5_000;

/** Rolls events up every few seconds until it is stopped, so that a summary finds little left to count. */
export function startRollUp(options: { pool: Pool; log: Logger; intervalMs: number }): {
  stop(): Promise<void>;
} {
  const { pool, log, intervalMs } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = takeTurn();
    }, delayMs);
  }

  async function takeTurn(): Promise<void> {
    let isDone = true;
    try {
      isDone = await rollUp(pool, turnMs);
    } catch (error) {
      log.warn({ err: error }, 'Events could not be rolled up; it is tried again.');
    }
    // Another replica may be at it, or there is more: either way not at once.
    if (!isStopped) schedule(isDone ? intervalMs : Math.min(intervalMs, 200));
  }

  schedule(intervalMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
