import { withTransaction } from '@bunting/database';
import type { Logger } from '@bunting/observability';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import { findDue, type FoundDelivery } from './find-due.ts';

export interface SweeperOptions {
  readonly pool: Pool;
  readonly redis: Redis | Cluster;
  readonly intervalSeconds: number;
  readonly log: Logger;
  /** Starts sending them. */
  readonly requeue: (deliveries: readonly FoundDelivery[]) => Promise<void>;
  readonly onSweep: (sweep: Sweep) => void;
}

export interface Sweep {
  /** `skipped`: another dispatcher sweeps, or has just swept. */
  readonly outcome: 'done' | 'skipped' | 'failed';
  readonly found: number;
  readonly durationMs: number;
}

export interface Sweeper {
  /** Sweeps now, even if another dispatcher has just done so. Never rejects. */
  sweepNow(): Promise<void>;
  stop(): Promise<void>;
}

const sweptKey = '{webhooks}:swept';
/** PostgreSQL's advisory lock of the sweep. */
const lockId = 5_262_719;

/**
 * Creates the sweeper. Every dispatcher sweeps by its own timer, which no loss of Redis can stop. Two guards prevent duplicate
 * work: an advisory lock during a sweep, and a key that expires in Redis after it. An emptied Redis has lost the key with the
 * jobs, so that the next timer sweeps.
 */
export function createSweeper(options: SweeperOptions): Sweeper {
  const { pool, redis, intervalSeconds, log, requeue, onSweep } = options;
  const intervalMs = intervalSeconds * 1_000;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void sweep({ isForced: false }), intervalMs).unref();

  function sweep({ isForced }: { isForced: boolean }): Promise<void> {
    running = running.then(() => sweepOnce(isForced));
    return running;
  }

  async function sweepOnce(isForced: boolean): Promise<void> {
    const startedAt = performance.now();
    const report = (outcome: Sweep['outcome'], found = 0) =>
      onSweep({ outcome, found, durationMs: performance.now() - startedAt });
    try {
      if (!isForced && (await hasJustBeenSwept())) return report('skipped');
      const found = await findUnderLock();
      if (found === undefined) return report('skipped');
      await requeue(found);
      report('done', found.length);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'A sweep failed');
      report('failed');
    }
  }

  async function hasJustBeenSwept(): Promise<boolean> {
    return redis.exists(sweptKey).then(
      (count) => count > 0,
      () => false,
    );
  }

  function findUnderLock(): Promise<FoundDelivery[] | undefined> {
    return withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ isOurs: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS "isOurs"',
        [lockId],
      );
      if (!rows[0]!.isOurs) return undefined;
      const found = await findDue(client);
      await redis.set(sweptKey, '1', 'PX', Math.round(intervalMs * 0.8)).catch(() => {});
      return found;
    });
  }

  return {
    sweepNow: () => sweep({ isForced: true }),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
