import { differences, eitherState, record, removedStates, writtenStates } from '../change-transaction.ts';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { deleteRows, tableOf, writeRows } from '../rows.ts';
import type { ProjectState } from './projects.ts';

/** An environment API key; the key itself is nowhere, only its hash. */
export interface EnvironmentKeyState {
  readonly id: string;
  readonly environmentId: string;
  readonly keyHash: string;
  readonly lastFour: string;
  readonly revokedAt: Date | null;
}

const environmentKeys = tableOf('environment_key', [
  'id',
  'environment_id',
  'key_hash',
  'last_four',
  'revoked_at',
]);

export async function readEnvironmentKeys(
  { client }: Pick<ChangeTransaction, 'client'>,
  project: { readonly id: string },
): Promise<EnvironmentKeyState[]> {
  const { rows } = await client.query<EnvironmentKeyState>(
    `SELECT key.id, key.environment_id AS "environmentId", key.key_hash AS "keyHash", key.last_four AS "lastFour",
            key.revoked_at AS "revokedAt"
     FROM environment_key key JOIN environment ON environment.id = key.environment_id
     WHERE environment.project_id = $1 ORDER BY key.id`,
    [project.id],
  );
  return rows;
}

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
      key_hash: key.keyHash,
      last_four: key.lastFour,
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

function describe({ lastFour, revokedAt }: EnvironmentKeyState) {
  return { last_four: lastFour, revoked: revokedAt !== null };
}
