import type { ProjectState } from '@bunting/changes';
import type { Pool } from 'pg';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

export type ListedProject = Pick<ProjectState, 'slug' | 'name' | 'clientByDefault' | 'naming' | 'advice'> &
  ProjectContent;

/** A summary of a project. */
export interface ProjectContent {
  /** Archived ones too. */
  readonly feature_count: number;
  /** In their order. */
  readonly environments: { slug: string; name: string; protected: boolean }[];
}

/** Columns of `ProjectContent`, of a row `project`. */
export const contentColumns = `
  (SELECT count(*)::int FROM feature WHERE project_id = project.id AND status <> 'deleted') AS feature_count,
  (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'protected', protected)
     ORDER BY position, slug), '[]') FROM environment WHERE project_id = project.id) AS environments`;

/** Lists the projects of an organisation by slug, those after `after`. */
export function listProjects(
  pool: Pool,
  organisation: { readonly id: string },
  { after, limit }: { after: string; limit: number },
): Promise<PageRows<ListedProject>> {
  return readPageRows<ListedProject>(
    pool,
    `SELECT slug, name, client_by_default AS "clientByDefault", naming, advice, ${contentColumns} FROM project
     WHERE organisation_id = $1 AND slug > $2 ORDER BY slug LIMIT $3`,
    [organisation.id, after, limit],
  );
}
