import type { ProjectState } from '@bunting/changes';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

export type ListedProject = Pick<ProjectState, 'slug' | 'name' | 'clientByDefault' | 'naming' | 'advice'>;

/** The projects of an organisation by slug, those after `after`. */
export function listProjects(
  pool: Pool,
  organisation: { readonly id: string },
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<ListedProject>> {
  return readPageRows<ListedProject>(
    pool,
    `SELECT slug, name, client_by_default AS "clientByDefault", naming, advice FROM project
     WHERE organisation_id = $1 AND slug > $2 ORDER BY slug LIMIT $3`,
    [organisation.id, after, limit],
  );
}
