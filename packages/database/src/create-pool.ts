import pg from 'pg';

/**
 * Connections to PostgreSQL; the caller ends them with `pool.end()`. A connection that breaks is dropped and replaced
 * when the next query needs one; `onError` hears of those that broke while idle.
 */
export function createPool(
  databaseUrl: string,
  options: Omit<pg.PoolConfig, 'connectionString'> & { onError?: (error: Error) => void } = {},
): pg.Pool {
  const { onError = () => {}, ...config } = options;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...config,
  });
  pool.on('error', onError);
  // An 'error' event that nobody listens to ends the process, and the pool listens to idle connections only. Whoever
  // holds one learns of the break from its query.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
