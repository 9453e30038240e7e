import type { Pool, PoolClient } from 'pg';

/**
 * Runs statements in one transaction without waiting for one before the next is sent. When one fails PostgreSQL refuses
 * those after it, and the COMMIT at the end rolls back.
 */
export async function pipelined<const Results extends readonly unknown[]>(
  pool: Pool,
  send: (client: PoolClient) => { readonly [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const began = client.query('BEGIN');
    const answers = send(client);
    const settled = await Promise.allSettled([began, ...answers, client.query('COMMIT')]);
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
    return await Promise.all(answers);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
