import { sampleGauge, type Logger, type Registry } from '@bunting/observability';
import type { Pool } from 'pg';
import { rollUp } from './roll-up.ts';

/** How long one pass may take before another replica gets the lock. */
const passMs = 5_000;

/** Rolls up events every few seconds until it is stopped, so that a summary has few events left to count. */
export function startRollUp(options: { pool: Pool; log: Logger; intervalMs: number }): {
  stop(): Promise<void>;
} {
  const { pool, log, intervalMs } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pass = Promise.resolve();

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      pass = runPass();
    }, delayMs);
  }

  async function runPass(): Promise<void> {
    let isDone = true;
    try {
      isDone = await rollUp(pool, passMs);
    } catch (error) {
      log.warn({ err: error }, 'Events could not be rolled up; the service tries again.');
    }
    // Another replica has the lock, or there is more to count. Both are tried again after a short delay.
    if (!isStopped) schedule(isDone ? intervalMs : Math.min(intervalMs, 200));
  }

  schedule(intervalMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await pass;
    },
  };
}

/** Registers how old the oldest event is that is not counted yet. The id of its batch has the time when it was stored (ADR 9). */
export function registerRollUpMetrics(registry: Registry, pool: Pool, now: () => number): void {
  const gauge = {
    name: 'event_rollup_lag_seconds',
    help: 'Age of the oldest events that are not counted yet; 0 = all are counted.',
  };
  sampleGauge(registry, gauge, async () => {
    const { rows } = await pool.query<{ first_id: string }>(
      'SELECT first_id FROM event_batch ORDER BY first_id LIMIT 1',
    );
    const [oldest] = rows;
    return oldest === undefined ? 0 : Math.max(0, now() - timeOf(oldest.first_id)) / 1000;
  });
}

/** Milliseconds since 1970: a UUIDv7 begins with them. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
