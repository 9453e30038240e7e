import { withTransaction } from '@bunting/database';
import { HttpError } from '@bunting/service';
import { applyChangeRequest } from '../apply-change-request.ts';
import type { ApplyDependencies } from '../dependencies.ts';
import { recordFailure } from '../handle-failure.ts';
import type { RequestRow } from '../request-row.ts';
import { getStage } from '../stage.ts';
import { claimProject, readDueRequests, type DueProject } from './find-due.ts';

export interface ApplyDueOptions extends ApplyDependencies {
  /** Receives what became of each request: `applied`, `failed` or `late`, and how long after its time, in seconds. */
  readonly onApplied: (outcome: 'applied' | 'failed' | 'late', delaySeconds: number | undefined) => void;
}

/**
 * Applies the requests of a project that are due and ready, one after another, in the order of their times and numbers. One process of the
 * installation does this for a project at a time, so that the order holds; a lock in its own transaction is released if the process or its
 * connection dies. Only the transaction of each request decides that it is applied once. Returns false if another process has the project.
 * Throws failures for now, which leave the request and those behind it as they are.
 */
export async function applyDue(options: ApplyDueOptions, projectId: string): Promise<boolean> {
  return withTransaction(options.pool, async (client) => {
    const due = await claimProject(client, projectId);
    if (due === undefined) return false;
    let hasApplied: boolean;
    do {
      hasApplied = false;
      const skipped: string[] = [];
      for (;;) {
        const rows = await readDueRequests(client, due.project, skipped);
        if (rows.length === 0) break;
        for (const row of rows) {
          const isApplied = await applyOne(options, due, row);
          if (!isApplied) skipped.push(row.id);
          hasApplied ||= isApplied;
        }
      }
      // Requests that follow an applied one may be ready now.
    } while (hasApplied);
    return true;
  });
}

/** Applies a request if it is ready. Returns true if it is applied. */
async function applyOne(options: ApplyDueOptions, due: DueProject, row: RequestRow): Promise<boolean> {
  const delaySeconds =
    row.apply_at === null ? undefined : (row.now.getTime() - row.apply_at.getTime()) / 1_000;
  if (delaySeconds !== undefined && delaySeconds > row.within_minutes * 60) {
    const { number, author, revision } = row;
    if (await recordFailure(options, { ...due, number, author, revision }, late(row.within_minutes))) {
      options.onApplied('late', delaySeconds);
    }
    return false;
  }
  const stage = getStage(row);
  // Merging finds out whether conflicts are still there.
  if (stage !== 'ready' && stage !== 'conflicting') return false;
  const { outcome } = await applyChangeRequest(options, row.id);
  if (outcome !== 'not_ready') options.onApplied(outcome, delaySeconds);
  return outcome === 'applied';
}

function late(minutes: number): HttpError {
  return new HttpError(
    409,
    `The change request was not applied within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} of its time.`,
    { code: 'late' },
  );
}
