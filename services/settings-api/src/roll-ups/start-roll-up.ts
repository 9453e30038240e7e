import { sampleGauge, type Logger, type Registry } from '@bunting/observability';
import type { Pool } from 'pg';

/** The longest duration of a pass before another replica gets the lock. */
const passMs = 5_000;

/** Rolls up every few seconds until it is stopped, so that a request has few batches left to count. */
export function startRollUp(options: {
  /** Resolves with whether no batch is left. */
  rollUp: (budgetMs: number) => Promise<boolean>;
  /** For the log: `events`. */
  what: string;
  log: Logger;
  intervalMs: number;
}): { stop(): Promise<void> } {
  const { rollUp, what, log, intervalMs } = options;
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
      isDone = await rollUp(passMs);
    } catch (error) {
      log.warn({ err: error }, `Rolling up ${what} failed; retrying.`);
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

/** Registers how old the oldest events and evaluation counts are that are not rolled up yet. The ids of batches have their time (ADR 9). */
export function registerRollUpMetrics(registry: Registry, pool: Pool, now: () => number): void {
  const secondsSince = (id: string | undefined) =>
    id === undefined ? 0 : Math.max(0, now() - timeOf(id)) / 1000;
  const events = {
    name: 'event_rollup_lag_seconds',
    help: 'Age of the oldest uncounted events; 0 = all are counted.',
  };
  sampleGauge(registry, events, async () => {
    const { rows } = await pool.query<{ first_id: string }>(
      'SELECT first_id FROM event_batch ORDER BY first_id LIMIT 1',
    );
    return secondsSince(rows[0]?.first_id);
  });
  const evaluations = {
    name: 'evaluation_rollup_lag_seconds',
    help: 'Age of the oldest evaluation counts not yet rolled up; 0 = all are rolled up.',
  };
  sampleGauge(registry, evaluations, async () => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM evaluation_batch ORDER BY id LIMIT 1');
    return secondsSince(rows[0]?.id);
  });
}

/** Milliseconds since 1970: a UUIDv7 begins with them. */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
