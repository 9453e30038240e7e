import type { PoolClient } from 'pg';
import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import type { GuardedEnvironment } from '../approvals/guarded-environment.ts';
import { readFeatureIds, readFeatures } from '../features/read-features.ts';
import { recordFeature } from '../features/record-feature.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import type { ProjectState } from './lock-project.ts';

const projects = defineTable('project', [
  'id',
  'organisation_id',
  'slug',
  'name',
  'client_by_default',
  'naming',
  'advice',
  'updated_at',
]);

/** Writes projects. Deleting one deletes its environments, and its features are recorded as deleted. */
export async function changeProjects(
  transaction: ChangeTransaction,
  changes: readonly Change<ProjectState>[],
): Promise<void> {
  const { client, now, touched } = transaction;
  const different = differences(changes);
  const removed = removedStates(different);
  for (const environment of await readEnvironmentsOf(client, removed)) {
    touched.deletedEnvironments.add(environment.id);
    touched.environmentsBefore.set(environment.id, environment);
  }
  for (const project of removed) await recordDeletedFeatures(transaction, project);
  await deleteRows(client, projects, ['id'], removed);
  await writeRows(
    client,
    projects,
    writtenStates(different).map(({ organisationId, clientByDefault, ...project }) => ({
      ...project,
      organisation_id: organisationId,
      client_by_default: clientByDefault,
      updated_at: now,
    })),
  );
  for (const change of different) {
    const { id, organisationId, slug } = eitherState(change);
    if (change.before && change.after && change.before.slug !== slug) touched.projects.add(id);
    record(transaction, 'project', change, describe, { organisationId, projectId: id, subject: slug });
  }
}

/** Records the deletion of all features of a project, because webhooks report features. */
async function recordDeletedFeatures(transaction: ChangeTransaction, project: ProjectState): Promise<void> {
  const ids = await readFeatureIds(transaction, project);
  for (const before of await readFeatures(transaction, [...ids.values()])) {
    recordFeature(transaction, project, { before });
  }
}

async function readEnvironmentsOf(
  client: PoolClient,
  projects: readonly ProjectState[],
): Promise<GuardedEnvironment[]> {
  if (projects.length === 0) return [];
  const { rows } = await client.query<GuardedEnvironment>(
    `SELECT id, slug, protected, required_approvals AS "requiredApprovals", approvers,
            without_approval AS "withoutApproval", comment_required AS "commentRequired"
     FROM environment WHERE project_id = ANY($1)`,
    [projects.map(({ id }) => id)],
  );
  return rows;
}

function describe({ slug, name, clientByDefault, naming, advice }: ProjectState) {
  return { slug, name, client_by_default: clientByDefault, naming, advice };
}
