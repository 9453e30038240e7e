import pg from 'pg';

/** Connections to a database that a test or the fuzzer reads and writes beside the services. */
export function createTestPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {}); // servers of tests are killed
  return pool;
}
