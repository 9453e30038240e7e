import type { ProjectState } from '@bunting/changes';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { selectRequests, type RequestRow } from './request-row.ts';
import type { Person } from './rights.ts';
import { getStage, isWaitingFor, type Stage } from './stage.ts';

/** The filters of the list; undefined = all. */
export interface RequestFilters {
  readonly status: RequestRow['status'] | undefined;
  readonly stage: Stage | undefined;
  /** Slugs. */
  readonly environment: string | undefined;
  readonly feature: string | undefined;
  readonly author: string | undefined;
  /** The person whose next step the request waits for. */
  readonly waitingFor: Pick<Person, 'email' | 'role'> | undefined;
}

export interface RequestPage {
  /** The number of the last request of the page before. */
  readonly before: number | undefined;
  /** One more than the page has. */
  readonly limit: number;
}

/**
 * Lists the requests of a project, the latest first. Stages follow from verdicts, roles and settings of now, so that a list by stage reads
 * all open requests, which are few.
 */
export async function listRequests(
  pool: Pool,
  project: Pick<ProjectState, 'id' | 'organisationId'>,
  filters: RequestFilters,
  { before, limit }: RequestPage,
): Promise<PageRows<RequestRow>> {
  const { stage, waitingFor } = filters;
  const isDerived = stage !== undefined || waitingFor !== undefined;
  // Only open requests have a stage and wait for somebody; the others can be very many.
  if (isDerived && (filters.status ?? 'open') !== 'open') return { rows: [], isCut: false };
  const { text, values } = selectRequests(project, {
    where: `($3::integer IS NULL OR request.number < $3)
      AND ($4::text IS NULL OR request.status = $4) AND ($5::text IS NULL OR request.author = $5)
      AND ($6::text IS NULL OR EXISTS (
        SELECT FROM environment WHERE id = ANY(request.environment_ids) AND slug = $6))
      AND ($7::text IS NULL OR EXISTS (
        SELECT FROM feature WHERE id = ANY(request.feature_ids) AND slug = $7 AND status <> 'deleted'))`,
    values: [
      before,
      isDerived ? 'open' : filters.status,
      filters.author,
      filters.environment,
      filters.feature,
    ],
    tail: 'ORDER BY request.number DESC LIMIT $8',
  });
  if (!isDerived) return readPageRows<RequestRow>(pool, text, [...values, limit]);
  const { rows } = await pool.query<RequestRow>(text, [...values, null]);
  const matching = rows.filter(
    (row) =>
      (stage === undefined || getStage(row) === stage) &&
      (waitingFor === undefined || isWaitingFor(row, waitingFor.email, waitingFor.role)),
  );
  return { rows: matching.slice(0, limit), isCut: false };
}
