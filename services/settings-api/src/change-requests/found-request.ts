import type { ProjectState } from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import type { Pool } from 'pg';
import { requirePathNumber } from './path-number.ts';
import { findRequest, type RequestRow } from './request-row.ts';
import { requireRequest } from './store.ts';

/** Finds the request of a path before its transaction. Throws 404. */
export async function findInPath(
  pool: Pool,
  { organisation, project }: { readonly organisation: OrganisationState; readonly project: ProjectState },
  text: string,
): Promise<RequestRow & { readonly organisation: OrganisationState; readonly project: ProjectState }> {
  const number = requirePathNumber(text);
  return { ...requireRequest(await findRequest(pool, project, number), number), organisation, project };
}
