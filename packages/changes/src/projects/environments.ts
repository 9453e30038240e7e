import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, tableOf, writeRows } from '../rows.ts';
import type { ProjectState } from './lock-project.ts';

export interface EnvironmentState {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Only admins and owners may change what is served here. */
  readonly protected: boolean;
}

const environments = tableOf('environment', ['id', 'project_id', 'slug', 'name', 'protected', 'updated_at']);

export async function readEnvironments(
  { client }: Pick<ChangeTransaction, 'client'>,
  project: { readonly id: string },
): Promise<EnvironmentState[]> {
  const { rows } = await client.query<EnvironmentState>(
    `SELECT id, slug, name, protected FROM environment WHERE project_id = $1 ORDER BY id`,
    [project.id],
  );
  return rows;
}

export async function changeEnvironments(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<EnvironmentState>[],
): Promise<void> {
  const { client, now, touched } = transaction;
  const different = differences(changes);
  await deleteRows(client, environments, ['id'], removedStates(different));
  await writeRows(
    client,
    environments,
    writtenStates(different).map((environment) => ({
      ...environment,
      project_id: project.id,
      updated_at: now,
    })),
  );
  for (const change of different) {
    const { id, slug } = eitherState(change);
    if (change.before === undefined) touched.environments.add(id);
    else if (change.after === undefined) touched.deletedEnvironments.add(id);
    // Evaluators read neither the name nor the protection.
    else if (change.before.slug !== slug) touched.access.add(id);
    record(transaction, 'environment', change, describe, {
      organisationId: project.organisationId,
      projectId: project.id,
      environmentId: id,
      subject: `${project.slug}/${slug}`,
    });
  }
}

function describe({ slug, name, protected: isProtected }: EnvironmentState) {
  return { slug, name, protected: isProtected };
}
