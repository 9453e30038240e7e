import type { Config } from '@bunting/config';
import { createPool } from '@bunting/database';
import { registerPostgresMetrics, registerRedisMetrics } from '@bunting/observability';
import {
  createRedis,
  createRedisSubscriber,
  toRedisTarget,
  type RedisConnection,
  type redisFields,
} from '@bunting/redis';
import type { ServiceConfig, ServiceContext } from './service-context.ts';

type RedisContext = ServiceContext<ServiceConfig & Config<typeof redisFields>>;

type Pool = ReturnType<typeof createPool>;

interface PostgresOptions extends Omit<NonNullable<Parameters<typeof createPool>[1]>, 'onError'> {
  /** `DATABASE_URL` unless given. */
  readonly databaseUrl?: string;
}

/**
 * Opens a pool that is closed with the service. `name` is its label in the metrics of connections and the application
 * name in PostgreSQL; the pool `main` goes by the name of the service.
 */
export function openPostgres(
  context: ServiceContext,
  name: string,
  { databaseUrl = context.config.DATABASE_URL, ...options }: PostgresOptions = {},
): Pool {
  const { service, log, registry } = context;
  const pool = createPool(databaseUrl, {
    application_name: name === 'main' ? service : `${service}:${name}`,
    ...options,
    onError: (error) => log.warn({ reason: error.message }, 'Lost a connection to PostgreSQL'),
  });
  context.defer(() => pool.end());
  registerPostgresMetrics(registry, name, pool);
  return pool;
}

/**
 * Opens a connection that is closed with the service; `name` is its label in the metrics and, after the service's name, in
 * Redis.
 */
export function openRedis(context: RedisContext, name: string): RedisConnection {
  return register(context, name, createRedis(toRedisTarget(context.config), namedOptions(context, name)));
}

/** Opens a connection for channels that is closed with the service. */
export function openRedisSubscriber(context: RedisContext): ReturnType<typeof createRedisSubscriber> {
  const name = 'subscriber';
  const target = toRedisTarget(context.config);
  return register(context, name, createRedisSubscriber(target, namedOptions(context, name)));
}

function namedOptions({ service, log }: RedisContext, name: string) {
  return { name: `${service}:${name}`, log };
}

function register<Connection extends { readonly status: string; disconnect(): void }>(
  context: RedisContext,
  name: string,
  connection: Connection,
): Connection {
  context.defer(() => connection.disconnect());
  registerRedisMetrics(context.registry, name, connection);
  return connection;
}
