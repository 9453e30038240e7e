import { sampleGauge, type Registry } from '@bunting/observability';
import type { Pool } from 'pg';

/** How far counting is behind, at every scrape. An event's batch tells in its id when it was stored (ADR 9). */
export function registerRollUpMetrics(registry: Registry, pool: Pool, now: () => number): void {
  const gauge = {
    name: 'event_rollup_lag_seconds',
    help: 'How long the oldest events have waited that are not counted yet; 0 = all are.',
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
