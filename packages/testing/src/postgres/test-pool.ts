import pg from 'pg';

/** Opens at most two connections for statements of a test. The caller ends the pool. */
export function createTestPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // tests kill servers, which must not end the process
  return pool;
}
