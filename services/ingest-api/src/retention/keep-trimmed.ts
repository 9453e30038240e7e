import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '@bunting/http';
import { trimBatches, trimEvents, trimTraces } from './trim.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Longer than the clocks of two machines may differ: a trace that is forgotten must have expired for everybody. */
const traceGraceMs = 60 * 60 * 1000;

/**
 * Trims, now and at intervals, what is older than `retentionDays` (undefined: nothing) and the traces that have expired: rows in
 * small transactions with pauses between, so that neither locks nor the log of changes pile up. `onTrimmed` hears of events.
 * Gives what ends it.
 */
export function keepTrimmed(options: {
  pool: pg.Pool;
  retentionDays: number | undefined;
  now: () => number;
  log: Pick<Logger, 'warn'>;
  onTrimmed?: (events: number) => void;
  everyMs?: number;
  rowsAtOnce?: number;
  pauseMs?: number;
}): () => Promise<void> {
  const { pool, retentionDays, now, log, onTrimmed = () => {} } = options;
  const { everyMs = 60_000, rowsAtOnce = 2_000, pauseMs = 50 } = options;
  let isOver = false;

  async function untilNone(trim: (limit: number) => Promise<number | undefined>): Promise<void> {
    while (!isOver) {
      const trimmed = await trim(rowsAtOnce);
      if (trimmed === undefined || trimmed < rowsAtOnce) return;
      await delay(pauseMs, undefined, { ref: false });
    }
  }

  async function run(): Promise<void> {
    await untilNone((limit) => trimTraces(pool, new Date(now() - traceGraceMs), limit));
    if (retentionDays === undefined) return;
    const before = new Date(now() - retentionDays * dayMs);
    await untilNone(async (limit) => {
      const trimmed = await trimEvents(pool, before, limit);
      onTrimmed(trimmed ?? 0);
      return trimmed;
    });
    await untilNone((limit) => trimBatches(pool, before, limit));
  }

  async function attempt(): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!isOver) log.warn({ reason: (error as Error).message }, 'Trimming failed; it is tried again.');
    }
  }

  let running = attempt();
  const timer = setInterval(() => {
    running = running.then(attempt);
  }, everyMs).unref();

  return async () => {
    isOver = true;
    clearInterval(timer);
    await running;
  };
}
