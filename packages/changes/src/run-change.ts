import { announce, type Publication } from '@bunting/datafile';
import { newId, withTransaction } from '@bunting/database';
import { announceDeliveries, type DueDelivery } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';
import type { Pool, PoolClient } from 'pg';
import { announceChanges } from './announce-changes.ts';
import type { GuardedEnvironment } from './approvals/guarded-environment.ts';
import type { Passage } from './approvals/passage.ts';
import { findMissingApprovals, requireApprovals } from './approvals/require-approvals.ts';
import {
  type ChangeSource,
  type ChangeTransaction,
  nothingTouched,
  type RecordedChange,
} from './change-transaction.ts';
import { checkTouchedFeatures } from './features/check-touched-features.ts';
import { weighChange } from './limits/weigh-change.ts';
import { writeWithinLimits } from './limits/write-within-limits.ts';
import { writeOutbox } from './outbox/write-outbox.ts';
import { writeAuditRecords } from './write-audit-records.ts';
import { readAffectedFeatures, type AffectedFeatures } from './serving/read-affected-features.ts';

/** The dependencies of a change besides its work. */
export interface ChangeContext {
  readonly pool: Pool;
  /** The connection that announces the change. Without it evaluators find the change at their next poll, and dispatchers at their next sweep. */
  readonly redis?: Redis | Cluster | undefined;
  /** Limits how many changes use a connection at once, as `createSemaphore` does. Without it a change starts immediately. */
  readonly semaphore?: (<Result>(work: () => Promise<Result>) => Promise<Result>) | undefined;
  /** The e-mail address of the author, or `staff` or `bootstrap`. */
  readonly actor: string;
  readonly source: ChangeSource;
  /** Why, in the author's words: stands in the audit records and in the webhook events. Callers check its length. */
  readonly comment?: string | undefined;
  /** The number of the change request that is applied; it stands in the audit records. */
  readonly changeRequest?: number | undefined;
  /** The address of the installation, for the links in webhooks; absent = without links. */
  readonly publicUrl?: string | undefined;
  /** Does and reports everything, then rolls it back. */
  readonly dryRun?: boolean | undefined;
  /** Runs after the work and before anything is recorded; throws if the author may not, or no longer, make this change. */
  readonly authorise?: ((transaction: ChangeTransaction) => Promise<void>) | undefined;
  /** The reason that can let the change through where approvals are required; absent = none. */
  readonly passage?: Passage | undefined;
  /** Asked before definitions are written, with their bytes in all environments; throws if the organisation has written too many. */
  readonly admitBytes?: ((organisationId: string, bytes: number) => void) | undefined;
  /** Receives the failure to announce a change that is committed. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The result of `runChange`: that of its `work`, and what it wrote. */
export interface ChangesMade<Result> {
  readonly result: Result;
  /** `change_id` of the audit records; undefined = nothing differed, or it was a dry run. */
  readonly changeId: string | undefined;
  readonly recorded: readonly RecordedChange[];
  /** The environments where users would get something else; undefined = no dry run. */
  readonly touches: AffectedFeatures | undefined;
  /** The environments in which the change needs approvals; undefined = no dry run. */
  readonly approvalRequired: readonly GuardedEnvironment[] | undefined;
  /** The new version of each environment whose datafile changed. */
  readonly publications: readonly Publication[];
  /** The webhook deliveries that can be sent now. */
  readonly deliveries: readonly DueDelivery[];
}

/**
 * Runs `work` as one unit of work. `work` calls the modules of the nouns (`changeFeatures`, `changeSegments`, …) with the
 * states it read under their locks. The rows, audit records, webhook deliveries and fragments are written in one
 * transaction and announced after the commit.
 * `work` runs again from the start when PostgreSQL breaks a deadlock, so it must have no effect outside the transaction.
 * Throws `ProblemsFound` when the change would store something invalid or beyond a limit, `ApprovalRequired` and `CommentRequired`
 * where an environment asks for approvals or a comment that the change doesn't have.
 */
export async function runChange<Result>(
  context: ChangeContext,
  work: (transaction: ChangeTransaction) => Promise<Result>,
): Promise<ChangesMade<Result>> {
  const { pool, redis, semaphore = (change) => change(), dryRun = false } = context;
  const { onError = () => {} } = context;
  const made = await retryDeadlocks(() =>
    semaphore(() => withTransaction(pool, (client) => runOnce(client, context, work))),
  );
  if (redis !== undefined && !dryRun) {
    await Promise.all([
      made.publications.length > 0 && announce({ redis, pool, onError }, made.publications),
      announceDeliveries({ redis, onError }, made.deliveries),
      announceChanges({ redis, onError }, new Set(made.recorded.map(({ organisationId }) => organisationId))),
    ]);
  }
  return made;
}

/**
 * Runs `work` as a dry run inside the open transaction of another change: everything is checked, recorded and rolled back, and the other
 * change goes on. This is how a change request finds the changes that it proposes. Nobody is asked for permission here; `work` does that.
 * Throws `ProblemsFound` as `runChange` does.
 */
export async function tryChange<Result>(
  { client, actor, source, comment }: ChangeTransaction,
  work: (transaction: ChangeTransaction) => Promise<Result>,
): Promise<ChangesMade<Result>> {
  return runOnce(client, { actor, source, comment, dryRun: true }, work);
}

type Author = Omit<ChangeContext, 'pool' | 'redis' | 'semaphore' | 'onError'>;

async function runOnce<Result>(
  client: PoolClient,
  context: Author,
  work: (transaction: ChangeTransaction) => Promise<Result>,
): Promise<ChangesMade<Result>> {
  const {
    actor,
    source,
    comment,
    changeRequest,
    authorise,
    passage,
    admitBytes = () => {},
    dryRun = false,
  } = context;
  const transaction: ChangeTransaction = {
    client,
    actor,
    source,
    changeId: newId(),
    comment,
    changeRequest,
    now: new Date(),
    recorded: [],
    touched: nothingTouched(),
    webhooks: { newEndpoints: new Set(), due: [] },
  };
  if (dryRun) await client.query('SAVEPOINT dry_run');
  const result = await work(transaction);
  await authorise?.(transaction);
  await checkTouchedFeatures(transaction);
  const approvalRequired = dryRun ? await findMissingApprovals(transaction, passage) : undefined;
  if (!dryRun) await requireApprovals(transaction, passage);
  await writeAuditRecords(transaction);
  const deliveries = await writeOutbox(transaction, context.publicUrl);
  await weighChange(transaction, admitBytes);
  const publications = await publish(transaction);
  // Released as well: a dry run inside another one has a savepoint of the same name.
  if (dryRun) await client.query('ROLLBACK TO SAVEPOINT dry_run;\nRELEASE SAVEPOINT dry_run');
  const { recorded } = transaction;
  const touches = dryRun ? await readAffectedFeatures(transaction) : undefined;
  const changeId = recorded.length === 0 || dryRun ? undefined : transaction.changeId;
  return { result, changeId, recorded, touches, approvalRequired, publications, deliveries };
}

async function publish(transaction: ChangeTransaction): Promise<readonly Publication[]> {
  const written = await writeWithinLimits(transaction);
  // The version does not matter: an evaluator that asks for a deleted environment finds that it is gone.
  const deleted = [...transaction.touched.deletedEnvironments].map((environmentId) => ({
    environmentId,
    version: 0,
  }));
  return [...written.map(({ environmentId, version }) => ({ environmentId, version })), ...deleted];
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
