import { runChange } from '@bunting/changes';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { HttpError } from '@bunting/service';
import { lockExistingProject } from '../projects/locks.ts';
import type { ApplyDependencies } from './dependencies.ts';
import { previewRequest, type FoundRevision } from './preview-request.ts';
import { findRequest, type Failure } from './request-row.ts';
import { getStage } from './stage.ts';
import { lockRequest, recordRequest } from './store.ts';

/** The codes of failures that stay until somebody edits the request, rebases it or takes it over. */
const forGood = new Set([
  'conflict',
  'invalid',
  'taken',
  'in_use',
  'limit_reached',
  'not_revertible',
  'author_left',
  'role_insufficient',
  'too_few_approvers',
  'late',
]);

/** The codes of a request that alters more than what was approved: other rules use its segment by now, or an environment was protected. */
const altersMore = new Set(['approval_required', 'role_insufficient']);

/**
 * Handles that a request could not be applied. A failure for good is recorded; a request that alters more environments than when it was
 * approved waits for their approvals. Returns true if a failure was recorded.
 */
export async function handleFailure(
  dependencies: ApplyDependencies,
  found: FoundRevision,
  error: HttpError,
): Promise<boolean> {
  if (error.code === undefined) return false;
  if (altersMore.has(error.code) && (await isWaiting(dependencies, found))) return false;
  return forGood.has(error.code) && recordFailure(dependencies, found, error);
}

/** Looks again what the request alters. */
async function isWaiting(dependencies: ApplyDependencies, found: FoundRevision): Promise<boolean> {
  const row = await findRequest(dependencies.pool, found.project, found.number);
  if (row?.status !== 'open') return true;
  const isKnown = getStage(row) === 'waiting' || getStage(row) === 'changes_requested';
  if (isKnown) return true;
  await previewRequest(dependencies, { ...found, revision: row.revision });
  const now = await findRequest(dependencies.pool, found.project, found.number);
  return now !== undefined && getStage(now) === 'waiting';
}

/** Records why a request could not be applied, and takes its time away, so that it is not tried again by itself. */
export async function recordFailure(
  { pool, redis, writeSemaphores, publicUrl, log }: ApplyDependencies,
  found: FoundRevision,
  error: HttpError,
): Promise<boolean> {
  const { result } = await runChange(
    {
      pool,
      redis,
      semaphore: writeSemaphores.of({ org: found.organisation.slug, project: found.project.slug }),
      actor: found.author,
      source: 'change_request',
      publicUrl,
      onError: (failed) => log.warn({ err: failed }, 'A change was committed, but announcing it failed.'),
    },
    async (transaction) => {
      const project = await lockExistingProject(transaction, found.organisation, found.project);
      const before = await lockRequest(transaction, project, found.number);
      if (before.status !== 'open') return false;
      // A later revision or another author may not fail any more.
      if (before.revision !== found.revision || before.author !== found.author) return false;
      const failure = toFailure(error, transaction.now);
      await transaction.client.query(
        `UPDATE change_request SET failure = $2, conflicts = $3, apply_at = NULL, when_approved = false WHERE id = $1`,
        [
          before.id,
          JSON.stringify(failure),
          error.code === 'conflict' ? JSON.stringify(failure.details) : null,
        ],
      );
      await recordRequest(transaction, project, { number: found.number, verb: 'failed', before });
      return true;
    },
  );
  return result;
}

function toFailure({ code, message, text }: HttpError, at: Date): Failure {
  const { details = [] } = JSON.parse(text) as { readonly details?: readonly JsonValue[] };
  return { at: at.toISOString(), code: String(code), message, details };
}
