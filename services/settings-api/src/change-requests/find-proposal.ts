import { readFeatures, tryChange, type ChangeTransaction, type ProjectState } from '@bunting/changes';
import { getNames } from '@bunting/history';
import { settingsErrors } from '../framework/errors.ts';
import type { Writing } from '../reverts/write-project.ts';
import { applyRecords } from './apply-records.ts';
import { readContents } from './contents.ts';
import { getAlteredEnvironments, toRecords, type Contents, type Proposal } from './records.ts';
import { readPredecessors } from './predecessors.ts';

/** Makes the changes of a proposal in a transaction that is rolled back. */
export type MakeChanges = (transaction: ChangeTransaction) => Promise<void>;

/**
 * Finds what changes record when they are made on top of a request and those before it: everything runs as a dry run inside the open
 * transaction, under the project's lock. Throws what the changes refuse, 400 where nothing differs, and 409 `conflict` where a request
 * before it conflicts.
 */
export async function findProposal(
  transaction: ChangeTransaction,
  project: ProjectState,
  { afterId, writing }: { readonly afterId: string | null; readonly writing: Writing },
  makeChanges: MakeChanges,
): Promise<Proposal> {
  const predecessors = await readPredecessors(transaction.client, afterId);
  if (predecessors.length === 0) return findOn(transaction, makeChanges);
  const { result } = await tryChange(transaction, async (inner) => {
    for (const id of predecessors) {
      await applyRecords(inner, project, await readContents(inner.client, id), writing);
    }
    return findOn(inner, makeChanges);
  });
  return result;
}

async function findOn(transaction: ChangeTransaction, makeChanges: MakeChanges): Promise<Proposal> {
  const made = await tryChange(transaction, makeChanges);
  const records = toRecords(made);
  const featureIds = [...new Set(records.flatMap(({ featureId }) => featureId ?? []))];
  const environmentIds = getAlteredEnvironments(made);
  return { records, names: await readNames(transaction, featureIds), featureIds, environmentIds };
}

/** Reads the names before the changes, which were rolled back. */
async function readNames(
  transaction: ChangeTransaction,
  featureIds: readonly string[],
): Promise<Contents['names']> {
  const features = await readFeatures(transaction, featureIds);
  return Object.fromEntries(
    features.map((feature) => {
      const { variables, variations } = getNames(feature);
      return [
        feature.id,
        { variables: Object.fromEntries(variables), variations: Object.fromEntries(variations) },
      ];
    }),
  );
}

/** Throws 409 where the project has as many open requests as it may have. */
export async function requireFewerOpen(
  { client }: ChangeTransaction,
  project: Pick<ProjectState, 'id'>,
): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM change_request WHERE project_id = $1 AND status = 'open'`,
    [project.id],
  );
  if ((rows[0]?.count ?? 0) < maxOpen) return;
  throw settingsErrors.limitReached(
    `A project can have at most ${maxOpen} open change requests. Apply or close some first.`,
  );
}

const maxOpen = 500;
