import { withTransaction } from '@bunting/database';
import type { Pool, PoolClient } from 'pg';

/** A queue of batches in PostgreSQL, and what is added up from them. */
export interface RollUp {
  /** The name of the advisory lock, which lets one roll-up of the kind run at a time in the installation. */
  readonly lockName: string;
  /**
   * Returns whether there are batches. It is called without the lock, so that nobody waits for it if there is nothing
   * to do.
   */
  readonly hasBatches: (client: PoolClient) => Promise<boolean>;
  /** Deletes some batches and adds them up, in the transaction of `client`. */
  readonly takeBatches: (client: PoolClient) => Promise<ClaimedBatches>;
}

export interface ClaimedBatches {
  readonly count: number;
  /** True if no batch was left. */
  readonly isLast: boolean;
}

const lockNotAvailable = '55P03';

/**
 * Runs one pass. It is one transaction, so that a batch is counted exactly once, whenever the process dies. Undefined = another
 * roll-up had the lock for all of `waitMs`.
 */
export async function rollUpOnce(
  pool: Pool,
  rollUp: RollUp,
  waitMs: number,
): Promise<ClaimedBatches | undefined> {
  try {
    return await withTransaction(pool, (client) => rollUpWithin(client, rollUp, waitMs));
  } catch (error) {
    if ((error as { code?: unknown }).code === lockNotAvailable) return undefined;
    throw error;
  }
}

/** Passes until no batch is left or `budgetMs` are over. Resolves with whether no batch is left. */
export async function rollUpAll(pool: Pool, rollUp: RollUp, budgetMs: number): Promise<boolean> {
  for (const deadline = performance.now() + budgetMs; ;) {
    const taken = await rollUpOnce(pool, rollUp, Math.max(1, Math.ceil(deadline - performance.now())));
    if (taken === undefined) return false;
    if (taken.isLast) return true;
    if (performance.now() >= deadline) return false;
  }
}

async function rollUpWithin(
  client: PoolClient,
  { lockName, hasBatches, takeBatches }: RollUp,
  waitMs: number,
): Promise<ClaimedBatches> {
  if (!(await hasBatches(client))) return { count: 0, isLast: true };
  await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
  await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [lockName]);
  await client.query('SET LOCAL lock_timeout = 0');
  return takeBatches(client);
}
