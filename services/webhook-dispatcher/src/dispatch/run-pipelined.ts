import type { Pool, PoolClient } from 'pg';

/**
 * Runs statements in one transaction without waiting for one before it sends the next. When one fails, PostgreSQL refuses
 * those after it, and the COMMIT at the end rolls back.
 */
export async function runPipelined<const Results extends readonly unknown[]>(
  pool: Pool,
  send: (client: PoolClient) => { readonly [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const began = client.query('BEGIN');
    const answers = send(client);
    const outcomes = await Promise.allSettled([began, ...answers, client.query('COMMIT')]);
    for (const each of outcomes) if (each.status === 'rejected') throw each.reason;
    return await Promise.all(answers);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
