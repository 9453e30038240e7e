import type { ProjectState } from '@bunting/changes';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

/** The projects of an organisation by slug, those after `after`. */
export function listProjects(
  pool: Pool,
  organisation: { readonly id: string },
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<Pick<ProjectState, 'slug' | 'name'>>> {
  return readPageRows<Pick<ProjectState, 'slug' | 'name'>>(
    pool,
    'SELECT slug, name FROM project WHERE organisation_id = $1 AND slug > $2 ORDER BY slug LIMIT $3',
    [organisation.id, after, limit],
  );
}
