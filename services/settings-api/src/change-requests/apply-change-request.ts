import { runChange } from '@bunting/changes';
import { HttpError } from '@bunting/service';
import type { Pool } from 'pg';
import { explainFailure } from '../framework/explain-failure.ts';
import type { ApplyDependencies } from './dependencies.ts';
import { applyInTransaction } from './apply-request.ts';
import { handleFailure } from './handle-failure.ts';
import { createPassage } from './passage.ts';
import type { FoundRevision } from './preview-request.ts';

/**
 * The outcome for a request that the service was to apply. `failed`: for good, and the failure is recorded. `not_ready`: it is not open any more,
 * or its time, its predecessor or approvals are missing; `code` says which error a person would get.
 */
export type Applied =
  | { readonly outcome: 'applied'; readonly changeId: string | undefined }
  | { readonly outcome: 'failed' | 'not_ready'; readonly code: string };

/**
 * Applies a change request without a person: at its time, or once it is ready. It may be called by any number of processes at once, and again
 * after any failure: one transaction sets it to applied, all others find it so. Failures for good (conflicts, problems, an author who left)
 * are recorded in the request, which then has neither a time nor `when_approved`. Throws failures for now: no connection, no lock in
 * time, a deadlock, too many changes at once.
 */
export async function applyChangeRequest(dependencies: ApplyDependencies, id: string): Promise<Applied> {
  const { pool, redis, writeSemaphores, admitBytes, publicUrl, log } = dependencies;
  const found = await findById(pool, id);
  if (found === undefined) return { outcome: 'not_ready', code: 'not_found' };
  const { number, author, title, organisation, project } = found;
  try {
    const { changeId } = await runChange(
      {
        pool,
        redis,
        semaphore: writeSemaphores.of({ org: organisation.slug, project: project.slug }),
        admitBytes,
        passage: createPassage(project, number, {}),
        actor: author,
        source: 'change_request',
        comment: getComment(title),
        changeRequest: number,
        publicUrl,
        onError: (error) => log.warn({ err: error }, 'A change was committed, but announcing it failed.'),
      },
      (transaction) => applyInTransaction(transaction, found, { appliedBy: null }, dependencies),
    );
    return { outcome: 'applied', changeId };
  } catch (error) {
    const explained = explainFailure(error);
    if (!(explained instanceof HttpError)) throw error;
    const code = String(explained.code);
    if (await handleFailure(dependencies, found, explained)) return { outcome: 'failed', code };
    if (!notReady.has(code)) throw error;
    return { outcome: 'not_ready', code };
  }
}

/** Returns the comment of the change: the title of the request. */
export function getComment(title: string): string {
  return title.replaceAll(/\p{Cc}/gu, ' ');
}

const notReady = new Set([
  'not_ready',
  'approval_required',
  'role_insufficient',
  'changed_meanwhile',
  'not_found',
]);

type Found = FoundRevision & { readonly title: string };

async function findById(pool: Pool, id: string): Promise<Found | undefined> {
  const { rows } = await pool.query<{
    number: number;
    author: string;
    revision: number;
    title: string;
    organisationId: string;
    organisation: string;
    projectId: string;
    project: string;
  }>(
    `SELECT request.number, request.author, request.revision, request.title, organisation.id AS "organisationId",
       organisation.slug AS organisation, project.id AS "projectId", project.slug AS project
     FROM change_request request JOIN project ON project.id = request.project_id
     JOIN organisation ON organisation.id = project.organisation_id
     WHERE request.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { organisationId, projectId, organisation, project, ...found } = row;
  return {
    ...found,
    organisation: { id: organisationId, slug: organisation },
    project: { id: projectId, slug: project, organisationId },
  };
}
