import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, Registry } from '@bunting/observability';
import type pg from 'pg';
import { createRetentionMetrics } from './retention-metrics.ts';
import type { Retention } from './retention.ts';
import { trimBatch } from './trim-batch.ts';

/**
 * Removes expired rows, immediately and about every ten minutes, until the returned function is called, which resolves when the
 * running batch has ended. Between two batches it pauses for as long as the last one took, so that it uses at most half of a slow
 * disk and neither locks nor the write-ahead log accumulate.
 */
export function startRetention(options: {
  pool: pg.Pool;
  /** Retentions without `keepMs` are ignored. */
  retentions: readonly Retention[];
  registry: Registry;
  log: Pick<Logger, 'info' | 'warn'>;
  /** The average time between two runs. */
  everyMs?: number;
  /** Rows per transaction. */
  rowsAtOnce?: number;
}): () => Promise<void> {
  const { pool, registry, log, everyMs = 10 * 60_000, rowsAtOnce = 1_000 } = options;
  const retentions = options.retentions.filter(({ keepMs }) => keepMs !== undefined);
  const metrics = createRetentionMetrics(
    registry,
    retentions.map(({ rows }) => rows),
  );
  const stop = new AbortController();
  const isStopped = () => stop.signal.aborted;

  async function trimAll(retention: Retention): Promise<void> {
    const { rows } = retention;
    const startedAt = performance.now();
    let removed = 0;
    try {
      for (let count: number | undefined = rowsAtOnce; count === rowsAtOnce && !isStopped();) {
        const batchAt = performance.now();
        count = await trimBatch(pool, retention, rowsAtOnce);
        removed += count ?? 0;
        metrics.removed(rows, count ?? 0);
        if (count === rowsAtOnce) await pause(performance.now() - batchAt);
        else if (count !== undefined) metrics.ended(rows);
      }
    } catch (error) {
      const reason = (error as Error).message;
      if (!isStopped()) log.warn({ rows, reason }, 'Removing expired rows failed; retrying');
    }
    const durationMs = Math.round(performance.now() - startedAt);
    if (removed > 0) log.info({ rows, removed, durationMs }, 'Removed expired rows');
  }

  /** Ends early when the retention is stopped. */
  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: stop.signal }).catch(() => {});
  }

  async function run(): Promise<void> {
    while (!isStopped()) {
      for (const retention of retentions) await trimAll(retention);
      // A random interval keeps processes that started together from running at the same time.
      await pause(everyMs * (0.8 + Math.random() * 0.4));
    }
  }

  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
