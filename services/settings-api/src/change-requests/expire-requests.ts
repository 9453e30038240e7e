import { runChange } from '@bunting/changes';
import { dayMs, type Retention } from '@bunting/retention';
import type { Pool } from 'pg';
import { lockExistingProject } from '../projects/locks.ts';
import { setClosed } from './close-request.ts';
import type { ApplyDependencies, ChangeRequestDependencies } from './dependencies.ts';
import type { FoundRequest } from './apply-request.ts';
import { lockRequest, recordRequest } from './store.ts';

/**
 * Returns the retention that closes open requests which nobody changed for a time. Like other retentions it runs in one process at a time, by
 * PostgreSQL's clock; each request is closed in a change of its own, with an audit record and a webhook event.
 */
export function createExpiry(dependencies: ApplyDependencies & ChangeRequestDependencies): Retention {
  return {
    rows: 'open_change_requests',
    keepMs: dependencies.changeRequestExpiryDays * dayMs,
    async remove(_client, before, limit) {
      const expired = await findExpired(dependencies.pool, before, limit);
      for (const found of expired) await expireRequest(dependencies, found, before);
      return expired.length;
    },
  };
}

type Expired = FoundRequest & { readonly author: string };

async function findExpired(pool: Pool, before: Date, limit: number): Promise<Expired[]> {
  const { rows } = await pool.query<{
    number: number;
    author: string;
    projectId: string;
    project: string;
    organisationId: string;
    organisation: string;
  }>(
    `SELECT request.number, request.author, project.id AS "projectId", project.slug AS project,
       organisation.id AS "organisationId", organisation.slug AS organisation
     FROM change_request request JOIN project ON project.id = request.project_id
     JOIN organisation ON organisation.id = project.organisation_id
     WHERE request.status = 'open' AND request.updated_at < $1
       AND (request.apply_at IS NULL OR request.apply_at < $1)
     ORDER BY request.updated_at LIMIT $2`,
    [before, limit],
  );
  return rows.map(({ number, author, projectId, project, organisationId, organisation }) => ({
    number,
    author,
    project: { id: projectId, slug: project, organisationId },
    organisation: { id: organisationId, slug: organisation },
  }));
}

async function expireRequest(
  { pool, redis, writeSemaphores, publicUrl, log }: ApplyDependencies,
  { number, author, organisation, project }: Expired,
  before: Date,
): Promise<void> {
  await runChange(
    {
      pool,
      redis,
      semaphore: writeSemaphores.of({ org: organisation.slug, project: project.slug }),
      actor: author,
      source: 'change_request',
      publicUrl,
      onError: (error) => log.warn({ err: error }, 'A change was committed, but announcing it failed.'),
    },
    async (transaction) => {
      const locked = await lockExistingProject(transaction, organisation, project);
      const row = await lockRequest(transaction, locked, number);
      if (row.status !== 'open' || row.updated_at >= before) return;
      await setClosed(transaction, row, 'expired');
      await recordRequest(transaction, locked, { number, verb: 'closed', before: row });
    },
  );
}
