import type { PoolClient } from 'pg';
import { differences, eitherState, record, removedStates, writtenStates } from '../change-transaction.ts';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { readFeatureIds, readFeatures } from '../features/read-features.ts';
import { recordFeature } from '../features/record-feature.ts';
import { deleteRows, tableOf, writeRows } from '../rows.ts';

export interface ProjectState {
  readonly id: string;
  readonly organisationId: string;
  readonly slug: string;
  readonly name: string;
}

const projects = tableOf('project', ['id', 'organisation_id', 'slug', 'name', 'updated_at']);

/**
 * Reads a project and holds it: until the transaction ends nobody else changes it or anything in it. What is read
 * afterwards is therefore what the change is made to, and no two writers lose each other's half.
 * A transaction that also changes environments, their keys or the project itself locks the organisation first: that
 * is the order in which fragments are locked.
 */
export async function lockProject(
  { client }: ChangeTransaction,
  organisation: { readonly id: string },
  slug: string,
): Promise<ProjectState | undefined> {
  const { rows } = await client.query<ProjectState>(
    `SELECT id, organisation_id AS "organisationId", slug, name FROM project
     WHERE organisation_id = $1 AND slug = $2 FOR NO KEY UPDATE`,
    [organisation.id, slug],
  );
  return rows[0];
}

export async function changeProjects(
  transaction: ChangeTransaction,
  changes: readonly Change<ProjectState>[],
): Promise<void> {
  const { client, now, touched } = transaction;
  const different = differences(changes);
  const removed = removedStates(different);
  for (const id of await environmentsOf(client, removed)) touched.deletedEnvironments.add(id);
  for (const project of removed) await recordFeaturesGone(transaction, project);
  await deleteRows(client, projects, ['id'], removed);
  await writeRows(
    client,
    projects,
    writtenStates(different).map(({ organisationId, ...project }) => ({
      ...project,
      organisation_id: organisationId,
      updated_at: now,
    })),
  );
  for (const change of different) {
    const { id, organisationId, slug } = eitherState(change);
    if (change.before && change.after && change.before.slug !== slug) touched.projects.add(id);
    record(transaction, 'project', change, describe, { organisationId, projectId: id, subject: slug });
  }
}

/** Features go with their project, and whoever waits to hear of that hears it of each. */
async function recordFeaturesGone(transaction: ChangeTransaction, project: ProjectState): Promise<void> {
  const ids = await readFeatureIds(transaction, project);
  for (const before of await readFeatures(transaction, [...ids.values()])) {
    recordFeature(transaction, project, { before });
  }
}

/** They go with their projects. */
async function environmentsOf(client: PoolClient, gone: readonly ProjectState[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM environment WHERE project_id = ANY($1)',
    [gone.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

function describe({ slug, name }: ProjectState) {
  return { slug, name };
}
