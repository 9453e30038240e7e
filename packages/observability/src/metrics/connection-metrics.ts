import type { Registry } from 'prom-client';
import { createGauge } from './create-metric.ts';

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** How busy the connections to PostgreSQL are, by pool, at every scrape. Pools that this process does without are undefined. */
export function registerPostgresMetrics(
  registry: Registry,
  pools: Readonly<Record<string, Pool | undefined>>,
): void {
  createGauge(registry, {
    name: 'postgres_pool_connections',
    help: 'Connections to PostgreSQL by pool and state: busy, idle; waiting are those who wait for one.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, connections] of Object.entries(pools)) {
        if (connections === undefined) continue;
        const { totalCount, idleCount, waitingCount } = connections;
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Whether the connections to Redis stand, at every scrape. */
export function registerRedisMetrics(
  registry: Registry,
  connections: Readonly<Record<string, { status: string }>>,
): void {
  createGauge(registry, {
    name: 'redis_connection_up',
    help: 'Whether a connection to Redis stands: 1 or 0.',
    labelNames: ['connection'],
    collect() {
      for (const [connection, { status }] of Object.entries(connections)) {
        this.set({ connection }, status === 'ready' ? 1 : 0);
      }
    },
  });
}
