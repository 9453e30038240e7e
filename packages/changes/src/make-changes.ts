import { announce } from '@bunting/datafile';
import type { Publication } from '@bunting/datafile';
import { withTransaction } from '@bunting/database';
import { announceDeliveries } from '@bunting/webhooks';
import type { DueDelivery } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';
import type { Pool, PoolClient } from 'pg';
import { nothingTouched } from './change-transaction.ts';
import type { ChangeSource, ChangeTransaction, RecordedChange } from './change-transaction.ts';
import { checkTouchedFeatures } from './features/check-touched-features.ts';
import { writeWithinLimits } from './limits/write-within-limits.ts';
import { writeOutbox } from './outbox/write-outbox.ts';
import { writeAuditRecords } from './audit/write-audit-records.ts';

export interface ChangeContext {
  readonly pool: Pool;
  /** Absent = nobody is told at once; evaluators find the change when they next poll, dispatchers when they next sweep. */
  readonly redis?: Redis | Cluster | undefined;
  /** Says when the transaction may take a connection; absent = at once. */
  readonly inTurn?: (<Result>(work: () => Promise<Result>) => Promise<Result>) | undefined;
  readonly actor: string;
  readonly source: ChangeSource;
  /** Everything is done and reported, then rolled back. */
  readonly dryRun?: boolean;
  /** Hears why a change that stands could not be announced. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface ChangesMade<Result> {
  readonly result: Result;
  readonly recorded: readonly RecordedChange[];
  readonly publications: readonly Publication[];
  /** Those that may be sent now. */
  readonly deliveries: readonly DueDelivery[];
}

/**
 * The one door for changes. `work` calls the modules of the nouns (`changeFeatures`, `changeSegments`, …) with what it
 * read under their locks; rows, audit records, webhook deliveries and fragments are one transaction, announced once it
 * is committed.
 * `work` runs again from the start when PostgreSQL had to break a deadlock.
 */
export async function makeChanges<Result>(
  door: ChangeContext,
  work: (transaction: ChangeTransaction) => Promise<Result>,
): Promise<ChangesMade<Result>> {
  const { pool, redis, inTurn = (change) => change(), dryRun = false, onError = () => {} } = door;
  const made = await retryDeadlocks(() =>
    inTurn(() => withTransaction(pool, (client) => changeOnce(client, door, work))),
  );
  if (redis !== undefined && !dryRun) {
    await Promise.all([
      made.publications.length > 0 && announce({ redis, pool, onError }, made.publications),
      announceDeliveries({ redis, onError }, made.deliveries),
    ]);
  }
  return made;
}

async function changeOnce<Result>(
  client: PoolClient,
  { actor, source, dryRun = false }: ChangeContext,
  work: (transaction: ChangeTransaction) => Promise<Result>,
): Promise<ChangesMade<Result>> {
  const transaction: ChangeTransaction = {
    client,
    actor,
    source,
    now: new Date(),
    recorded: [],
    touched: nothingTouched(),
    webhooks: { newEndpoints: new Set(), due: [] },
  };
  if (dryRun) await client.query('SAVEPOINT dry_run');
  const result = await work(transaction);
  await checkTouchedFeatures(transaction);
  await writeAuditRecords(transaction);
  const deliveries = await writeOutbox(transaction);
  await refreshStatistics(transaction);
  const publications = await publish(transaction);
  if (dryRun) await client.query('ROLLBACK TO SAVEPOINT dry_run');
  return { result, recorded: transaction.recorded, publications, deliveries };
}

const manyFeatures = 1_000;

/** PostgreSQL plans for the rows it knows of, and those of a large first import it has not counted yet. */
async function refreshStatistics({ client, touched }: ChangeTransaction): Promise<void> {
  if (touched.features.size < manyFeatures) return;
  await client.query(`ANALYZE feature, variable, variation, variation_value, default_variation, targeting,
    targeting_rule, rule_serving, override, datafile_fragment`);
}

async function publish(transaction: ChangeTransaction): Promise<readonly Publication[]> {
  const written = await writeWithinLimits(transaction);
  // Any version will do: an evaluator that asks for what it missed finds that the environment is gone.
  const gone = [...transaction.touched.deletedEnvironments].map((environmentId) => ({
    environmentId,
    version: 0,
  }));
  return [...written.map(({ environmentId, version }) => ({ environmentId, version })), ...gone];
}

const deadlockDetected = '40P01';
const maxAttempts = 3;

async function retryDeadlocks<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlockDetected || attempts === maxAttempts) throw error;
    }
  }
}
