import { createCounter, createGauge, type Registry } from '@bunting/observability';

export interface RetentionMetrics {
  readonly removed: (rows: string, count: number) => void;
  /** No expired rows of this kind are left. */
  readonly ended: (rows: string) => void;
}

export function createRetentionMetrics(registry: Registry, kinds: readonly string[]): RetentionMetrics {
  const removed = createCounter(registry, {
    name: 'retention_removed_rows_total',
    help: 'Removed expired rows, by kind.',
    labelNames: ['rows'],
  });
  const ended = createGauge(registry, {
    name: 'retention_last_run_timestamp_seconds',
    help: 'Time when this process last found nothing to remove, by kind; initially its start time.',
    labelNames: ['rows'],
  });
  for (const rows of kinds) {
    removed.inc({ rows }, 0);
    ended.setToCurrentTime({ rows });
  }
  return {
    removed: (rows, count) => removed.inc({ rows }, count),
    ended: (rows) => ended.setToCurrentTime({ rows }),
  };
}
