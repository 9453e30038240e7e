import { runChange } from '@bunting/changes';
import type { JsonValue } from '@bunting/evaluator/definition';
import { HttpError } from '@bunting/service';
import type { Pool } from 'pg';
import { explainFailure } from '../framework/explain-failure.ts';
import type { ApplyDependencies } from './dependencies.ts';
import { getApprovedEnvironments, lockForApplying, type FoundRequest } from './apply-request.ts';
import { applyRecords } from './apply-records.ts';
import { findProposal } from './find-proposal.ts';
import type { Proposal } from './records.ts';

/** A request as it would come out now: what it would record, or the conflicts. */
export type Preview =
  | { readonly proposal: Proposal; readonly conflicts: null }
  | { readonly proposal: undefined; readonly conflicts: readonly JsonValue[] };

/** A revision of a request, as it was found before a transaction. */
export type FoundRevision = FoundRequest & { readonly author: string; readonly revision: number };

/**
 * Finds what a request would change now, on top of those that are applied before it, and stores what the stage follows from: the conflicts, and
 * the environments that it alters by now. Throws what applying it would, except conflicts and missing approvals.
 */
export async function previewRequest(
  dependencies: ApplyDependencies,
  found: FoundRevision,
): Promise<Preview> {
  const { pool, writeSemaphores, userSigningKeys } = dependencies;
  const semaphore = writeSemaphores.of({ org: found.organisation.slug, project: found.project.slug });
  const context = { pool, semaphore, actor: found.author, source: 'change_request' } as const;
  try {
    const { result } = await runChange({ ...context, dryRun: true }, async (transaction) => {
      const { project, row, contents } = await lockForApplying(transaction, found);
      const writing = { role: 'owner', approved: getApprovedEnvironments(row, {}), userSigningKeys } as const;
      const afterId = row.after?.status === 'applied' ? null : (row.after?.id ?? null);
      return findProposal(transaction, project, { afterId, writing }, (inner) =>
        applyRecords(inner, project, contents, writing),
      );
    });
    await storeFindings(pool, found, null, result.environmentIds);
    return { proposal: result, conflicts: null };
  } catch (error) {
    const explained = explainFailure(error);
    if (!(explained instanceof HttpError) || explained.code !== 'conflict') throw error;
    const { details = [] } = JSON.parse(explained.text) as { readonly details?: readonly JsonValue[] };
    await storeFindings(pool, found, details, undefined);
    return { proposal: undefined, conflicts: details };
  }
}

/** Stores what was found, unless somebody has edited the request meanwhile: then it belongs to an old revision. */
async function storeFindings(
  pool: Pool,
  { project, number, revision }: FoundRevision,
  conflicts: readonly JsonValue[] | null,
  environmentIds: readonly string[] | undefined,
): Promise<void> {
  await pool.query(
    `UPDATE change_request SET conflicts = $4, environment_ids = coalesce($5::uuid[], environment_ids)
     WHERE project_id = $1 AND number = $2 AND revision = $3 AND status = 'open'`,
    [project.id, number, revision, conflicts && JSON.stringify(conflicts), environmentIds],
  );
}
