import pg from 'pg';

/**
 * Connections to PostgreSQL; the caller ends them with `pool.end()`.
 * A connection that breaks while idle is dropped and replaced by the next query: without a listener the error would
 * end the process. Pass `onError` to hear of it.
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
  return pool;
}
