import { areApprovalsLowered } from '@bunting/definitions/approvals';
import type { ChangeTransaction } from '../change-transaction.ts';
import { affectedUsages, findAffectedIds } from '../serving/affected-usages.ts';
import { isGuarded, type GuardedEnvironment } from './guarded-environment.ts';

/** The environments with approvals or comments that a change alters. */
export interface AlteredEnvironments {
  /** They would serve something else (decisions §7.1). */
  readonly served: readonly GuardedEnvironment[];
  /** They would be deleted, or guarded less. */
  readonly lowered: readonly GuardedEnvironment[];
}

/**
 * Finds the altered environments after the work of a change, by what it recorded: no way of writing passes without a record. Settings
 * count as they were before the transaction, so that it cannot lower them for itself.
 */
export async function findAlteredEnvironments(transaction: ChangeTransaction): Promise<AlteredEnvironments> {
  const { recorded, touched } = transaction;
  const before = touched.environmentsBefore;
  const now = await readGuardedEnvironments(transaction);
  const known = new Map([...now, ...before]);
  const guarded = [...known.values()].filter(
    (environment) => isGuarded(environment) && !touched.environments.has(environment.id),
  );
  if (guarded.length === 0) return { served: [], lowered: [] };
  const affected = findAffectedIds(recorded);
  const { rows } = await transaction.client.query<{ id: string }>(
    `WITH usage AS (${affectedUsages}) SELECT DISTINCT environment_id AS id FROM usage WHERE environment_id = ANY($8)`,
    [
      affected.environments,
      affected.usedFeatures,
      affected.features,
      affected.variations,
      affected.segments,
      affected.clientFeatures,
      affected.deletedEnvironments,
      guarded.map(({ id }) => id),
    ],
  );
  const served = new Set(rows.map(({ id }) => id));
  return {
    served: guarded.filter(({ id }) => served.has(id)),
    lowered: guarded.filter((environment) => before.has(environment.id) && isLowered(environment, now)),
  };
}

/** Reads the guarded environments, by id, of the projects that the change has records of. */
async function readGuardedEnvironments({
  client,
  recorded,
}: ChangeTransaction): Promise<Map<string, GuardedEnvironment>> {
  const projects = new Set(recorded.flatMap(({ projectId }) => projectId ?? []));
  if (projects.size === 0) return new Map();
  const { rows } = await client.query<GuardedEnvironment>(
    `SELECT id, slug, protected, required_approvals AS "requiredApprovals", approvers,
            without_approval AS "withoutApproval", comment_required AS "commentRequired"
     FROM environment
     WHERE project_id = ANY($1) AND (required_approvals > 0 OR comment_required) ORDER BY slug`,
    [[...projects]],
  );
  return new Map(rows.map((environment) => [environment.id, environment]));
}

/** Returns true if the environment is guarded less. `now` lacks deleted environments, and those that are not guarded any more. */
function isLowered(before: GuardedEnvironment, now: ReadonlyMap<string, GuardedEnvironment>): boolean {
  const after = now.get(before.id);
  return after === undefined || (before.protected && !after.protected) || areApprovalsLowered(before, after);
}
