import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, Registry } from '@bunting/observability';
import type pg from 'pg';
import { createRetentionMetrics } from './retention-metrics.ts';
import type { Retention } from './retention.ts';
import { trimBatch } from './trim-batch.ts';

/**
 * Removes rows whose time has passed, now and about every ten minutes, until the returned function is called. It resolves when
 * the batch under way is done. Between two batches it pauses for as long as the last one took: neither locks nor the log
 * of changes pile up, and of a slow disk half is left to the others.
 */
export function startRetention(options: {
  pool: pg.Pool;
  /** Those that are kept for good are left out. */
  retentions: readonly Retention[];
  registry: Registry;
  log: Pick<Logger, 'info' | 'warn'>;
  everyMs?: number;
  rowsAtOnce?: number;
}): () => Promise<void> {
  const { pool, registry, log, everyMs = 10 * 60_000, rowsAtOnce = 1_000 } = options;
  const retentions = options.retentions.filter(({ keepMs }) => keepMs !== undefined);
  const metrics = createRetentionMetrics(
    registry,
    retentions.map(({ rows }) => rows),
  );
  const over = new AbortController();
  const isOver = () => over.signal.aborted;

  async function untilNoneIsLeft(retention: Retention): Promise<void> {
    const { rows } = retention;
    const startedAt = performance.now();
    let removed = 0;
    try {
      for (let count: number | undefined = rowsAtOnce; count === rowsAtOnce && !isOver();) {
        const batchAt = performance.now();
        count = await trimBatch(pool, retention, rowsAtOnce);
        removed += count ?? 0;
        metrics.removed(rows, count ?? 0);
        if (count === rowsAtOnce) await pause(performance.now() - batchAt);
        else if (count !== undefined) metrics.ended(rows);
      }
    } catch (error) {
      const reason = (error as Error).message;
      if (!isOver()) log.warn({ rows, reason }, 'Rows whose time has passed stay for now; it is tried again');
    }
    const durationMs = Math.round(performance.now() - startedAt);
    if (removed > 0) log.info({ rows, removed, durationMs }, 'Rows were removed whose time had passed');
  }

  /** Ends at once when all ends. */
  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { ref: false, signal: over.signal }).catch(() => {});
  }

  async function run(): Promise<void> {
    while (!isOver()) {
      for (const retention of retentions) await untilNoneIsLeft(retention);
      // Processes that started together do not stay in step.
      await pause(everyMs * (0.8 + Math.random() * 0.4));
    }
  }

  const running = run();
  return async () => {
    over.abort();
    await running;
  };
}
