import pg from 'pg';
import { toConnectionString } from './connection-string.ts';
import { isPooled, PooledClient } from './pooled-client.ts';

/**
 * Connections to PostgreSQL; the caller ends them with `pool.end()`. A connection that breaks is dropped and replaced
 * when the next query needs one; `onError` hears of those that broke while idle. With `?pgbouncer=true` in the address they go
 * through a pooler in transaction mode: statements have no names, and PostgreSQL hears of no statement_timeout.
 */
export function createPool(
  databaseUrl: string,
  options: Omit<pg.PoolConfig, 'connectionString'> & { onError?: (error: Error) => void } = {},
): pg.Pool {
  const { onError = () => {}, ...config } = options;
  const pool = new pg.Pool({
    connectionString: toConnectionString(databaseUrl),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...config,
    ...(isPooled(databaseUrl) ? pooled : {}),
  });
  pool.on('error', onError);
  // An 'error' event that nobody listens to ends the process, and the pool listens to idle connections only. Whoever
  // holds one learns of the break from its query.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A pooler knows few settings at the start of a connection, and refuses the others. */
const pooled: pg.PoolConfig = { Client: PooledClient, statement_timeout: false };
