import type { Registry } from 'prom-client';
import { createGauge } from './create-metric.ts';

interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

interface Connection {
  readonly status: string;
}

const poolsOf = new WeakMap<Registry, Map<string, Pool>>();
const connectionsOf = new WeakMap<Registry, Map<string, Connection>>();

/** Counts the connections of a pool to PostgreSQL by state, at every scrape; `name` is the label of the pool. */
export function registerPostgresMetrics(registry: Registry, name: string, pool: Pool): void {
  const known = poolsOf.get(registry);
  if (known !== undefined) return void known.set(name, pool);
  const pools = new Map([[name, pool]]);
  poolsOf.set(registry, pools);
  createGauge(registry, {
    name: 'postgres_pool_connections',
    help: 'Connections to PostgreSQL by pool and state: busy, idle; waiting = requests waiting for one.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/** Reports at every scrape whether a connection to Redis is up; `name` is its label. */
export function registerRedisMetrics(registry: Registry, name: string, connection: Connection): void {
  const known = connectionsOf.get(registry);
  if (known !== undefined) return void known.set(name, connection);
  const connections = new Map([[name, connection]]);
  connectionsOf.set(registry, connections);
  createGauge(registry, {
    name: 'redis_connection_up',
    help: 'Whether a connection to Redis is up: 1 or 0.',
    labelNames: ['connection'],
    collect() {
      for (const [connection, { status }] of connections) {
        this.set({ connection }, status === 'ready' ? 1 : 0);
      }
    },
  });
}
