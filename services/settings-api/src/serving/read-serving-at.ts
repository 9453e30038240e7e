import { readSegmentIds, type ChangeTransaction, type ServingState } from '@bunting/changes';
import type { TargetingInput } from '@bunting/definitions';
import { checkTargeting, firstProblems, type Problem } from '@bunting/definitions/checks';
import { parseRecord, rewindServing, type Rewind } from '@bunting/history';
import { isDeepStrictEqual } from 'node:util';
import { settingsErrors } from '../framework/errors.ts';
import type { LockedServing } from './lock-serving.ts';
import { readOverrides } from './queries.ts';
import { hasHistorySince, readHistory } from './read-history.ts';

/** The project is locked while they are read. */
const maxRecords = 10_000;

/** An earlier time, the time of now, and how long audit records are kept; undefined = for ever. */
interface Time {
  readonly at: Date;
  readonly now: Date;
  readonly keepMs: number | undefined;
}

/**
 * Reads from the audit log what an environment served of a feature at a time, and what it serves now, with the overrides that changed
 * since. Throws 400 for a time at which the feature or the environment did not exist, and 409.
 */
export async function readServingAt(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  serving: LockedServing,
  { at, ...time }: Time,
): Promise<{ before: ServingState; after: ServingState }> {
  const { rewind, isComplete } = await rewindTo(transaction, organisation, serving, at);
  if (!isComplete && !(await hasHistorySince(transaction.client, at, time))) {
    throw settingsErrors.historyIncomplete;
  }
  return toStates(transaction, serving, rewind);
}

/**
 * Undoes the records that are newer than the time. The way back is complete if it met an older record: all newer ones exist then, because
 * old records are removed in their order.
 */
async function rewindTo(
  { client }: ChangeTransaction,
  organisation: { readonly id: string },
  { feature, environment, before }: LockedServing,
  at: Date,
): Promise<{ rewind: Rewind; isComplete: boolean }> {
  const rewind = rewindServing(feature, environment, before);
  const where = { organisationId: organisation.id, featureId: feature.id, environmentId: environment.id };
  let records = 0;
  let isComplete = false;
  for await (const record of readHistory(client, where)) {
    isComplete = record.at <= at;
    records += 1;
    if (records > maxRecords) throw settingsErrors.limitReached(tooManyRecords);
    if (parseRecord(record) === undefined) throw settingsErrors.historyIncomplete;
    if (!(isComplete ? rewind.leadsTo(record) : rewind.undo(record))) throw settingsErrors.historyIncomplete;
    if (isComplete) break;
  }
  if (!rewind.exists()) throw notYet('feature');
  const { rows } = await client.query<{ environment: Date; feature: Date }>(
    `SELECT environment.created_at AS environment, feature.created_at AS feature FROM environment, feature
     WHERE environment.id = $1 AND feature.id = $2`,
    [environment.id, feature.id],
  );
  if (rows[0] !== undefined && at < rows[0].environment) throw notYet('environment');
  if (rows[0] !== undefined && at < rows[0].feature) throw notYet('feature');
  return { rewind, isComplete };
}

const tooManyRecords = `There have been more than ${maxRecords} changes since then. Restore a later time, or copy the values from the audit log.`;

function notYet(noun: 'feature' | 'environment') {
  return settingsErrors.invalid([{ path: 'at', message: `is a time at which the ${noun} didn't exist` }]);
}

/** Returns what is served now and what was served then. Throws 409. */
async function toStates(
  transaction: ChangeTransaction,
  { project, feature, environment, before }: LockedServing,
  rewind: Rewind,
): Promise<{ before: ServingState; after: ServingState }> {
  const { targeting, defaults, overrides, problems } = rewind.getState();
  const present = await readOverrides(transaction.client, {
    featureId: feature.id,
    environmentId: environment.id,
    userIds: [...overrides.keys()],
  });
  for (const [user, variation] of rewind.getOverridesNow()) {
    if ((present.get(user) ?? null) !== variation) throw settingsErrors.historyIncomplete;
  }
  const found: Problem[] = [...problems];
  if (targeting !== null && !isDeepStrictEqual(targeting, before.targeting)) {
    const segments = new Set((await readSegmentIds(transaction, project)).keys());
    // Deleted variations are among the problems already.
    const named = targeting.rules.flatMap(({ serve }) =>
      'split' in serve ? serve.split.map(({ variation }) => variation) : [serve.variation],
    );
    const dependencies = { variations: new Set(named), segments };
    const checked = checkTargeting(targeting as unknown as TargetingInput, 'targeting', dependencies);
    found.push(...firstProblems(checked));
  }
  if (found.length > 0) throw settingsErrors.conflict("This time can't be restored", found);
  const restored = [...overrides].filter((pin): pin is [string, string] => pin[1] !== null);
  return {
    before: { ...before, overrides: present },
    after: { targeting, defaults, overrides: new Map(restored) },
  };
}
