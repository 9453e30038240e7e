import type { KeyKind } from '@bunting/definitions';
import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import type { ProjectState } from '../projects/lock-project.ts';

/** An environment API key. Only the hash of the key is stored. */
export interface EnvironmentKeyState {
  readonly id: string;
  readonly environmentId: string;
  /** A name for people; `null` = none was given. */
  readonly name: string | null;
  /** Never changes. */
  readonly kind: KeyKind;
  /** As `hashEnvironmentKey` of @bunting/authentication makes it of the key and its kind. */
  readonly keyHash: string;
  readonly lastFour: string;
  /** The account that made it; `null` = a document made it, or an earlier release that did not record this. */
  readonly createdById: string | null;
  readonly revokedAt: Date | null;
}

const environmentKeys = defineTable('environment_key', [
  'id',
  'environment_id',
  'name',
  'kind',
  'key_hash',
  'last_four',
  'created_by_id',
  'revoked_at',
]);

/** Reads all environment keys of a project, revoked ones included, ordered by id. `project.id` is a UUID. */
export async function readEnvironmentKeys(
  { client }: Pick<ChangeTransaction, 'client'>,
  project: { readonly id: string },
): Promise<EnvironmentKeyState[]> {
  const { rows } = await client.query<EnvironmentKeyState>(
    `SELECT key.id, key.environment_id AS "environmentId", key.name, key.kind, key.key_hash AS "keyHash",
            key.last_four AS "lastFour", key.created_by_id AS "createdById", key.revoked_at AS "revokedAt"
     FROM environment_key key JOIN environment ON environment.id = key.environment_id
     WHERE environment.project_id = $1 ORDER BY key.id`,
    [project.id],
  );
  return rows;
}

/** Writes environment keys of a project: a key without `after` is deleted. Evaluators learn of it with the environment's next version. */
export async function changeEnvironmentKeys(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<EnvironmentKeyState>[],
): Promise<void> {
  const { client, touched } = transaction;
  const different = differences(changes);
  await deleteRows(client, environmentKeys, ['id'], removedStates(different));
  await writeRows(
    client,
    environmentKeys,
    writtenStates(different).map((key) => ({
      id: key.id,
      environment_id: key.environmentId,
      name: key.name,
      kind: key.kind,
      key_hash: key.keyHash,
      last_four: key.lastFour,
      created_by_id: key.createdById,
      revoked_at: key.revokedAt,
    })),
  );
  for (const change of different) {
    const { environmentId, lastFour } = eitherState(change);
    touched.access.add(environmentId);
    record(transaction, 'environment_key', change, describe, {
      organisationId: project.organisationId,
      projectId: project.id,
      environmentId,
      subject: `…${lastFour}`,
    });
  }
}

function describe({ name, kind, lastFour, revokedAt }: EnvironmentKeyState) {
  return { name, kind, last_four: lastFour, revoked: revokedAt !== null };
}
