import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { readEnvironments, type EnvironmentState } from '@bunting/changes/environments';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';

/** The sort key of a list of environments. */
export type EnvironmentKey = readonly [position: number, slug: string];

/** Lists the environments of a project by position, then slug: those after `after`. */
export function listEnvironments(
  pool: Pool,
  project: { readonly id: string },
  { after: [position, slug], limit }: { after: EnvironmentKey; limit: number },
): Promise<PageRows<EnvironmentState>> {
  return readPageRows<EnvironmentState>(
    pool,
    `SELECT id, slug, name, protected, required_approvals AS "requiredApprovals", approvers,
       without_approval AS "withoutApproval", comment_required AS "commentRequired", allowed_origins AS "allowedOrigins",
       require_signed_users AS "requireSignedUsers", datafile_personal_data AS "datafilePersonalData",
       signing_secret IS NOT NULL AS "hasSigningSecret", position
     FROM environment
     WHERE project_id = $1 AND (position, slug) > ($2, $3) ORDER BY position, slug LIMIT $4`,
    [project.id, position, slug, limit],
  );
}

/** Reads the environment under the project's lock. Throws 404 if it was deleted concurrently. */
export async function readLockedEnvironment(
  transaction: ChangeTransaction,
  project: ProjectState,
  { id, slug }: Pick<EnvironmentState, 'id' | 'slug'>,
): Promise<EnvironmentState> {
  const stored = (await readEnvironments(transaction, project)).find((each) => each.id === id);
  if (stored === undefined) throw settingsErrors.unknown('environment', slug);
  return stored;
}
