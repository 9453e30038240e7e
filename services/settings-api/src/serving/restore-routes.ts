import { changeServing, readSegmentIds, type ChangeTransaction, type ServingState } from '@bunting/changes';
import { rewindServing } from '@bunting/history';
import type { TargetingInput } from '@bunting/definitions';
import { checkTargeting, firstProblems, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { isDeepStrictEqual } from 'node:util';
import { answerChangeId, type Changing } from '../framework/change.ts';
import { dryRunAlias } from '../framework/dry-run.ts';
import { settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { requireTime, timeInputSchema } from '../framework/schemas.ts';
import { isUnderstood } from '../reverts/understood-record.ts';
import type { RestoreDependencies } from './dependencies.ts';
import { lockServing, type LockedServing } from './lock-serving.ts';
import { readOverrides } from './queries.ts';
import { hasHistorySince, readHistory } from './read-history.ts';

type Rewind = ReturnType<typeof rewindServing>;

/** The project is locked while they are read. */
const maxRecords = 10_000;

export const restoreRoutes = [
  changeRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore',
    action: 'serve',
    summary: 'Serve for a feature in an environment what was served at an earlier time',
    description:
      'Targeting, defaults and overrides, read off the audit log; segments, and what variations mean, stay as they are. 409 `history_incomplete` where records are gone, `conflict` where variations or segments that were served are. `If-Match` is compared with what the environment serves.',
    body: Type.Object(
      {
        at: timeInputSchema,
        dry_run: dryRunAlias,
      },
      { additionalProperties: false },
    ),
    comparesIfMatch: true,
    answersChanges: true,
    answer: Type.Object({
      change_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: '`change_id` of the audit records; null where nothing differed, and in a dry run',
      }),
    }),
    async handle(request, dependencies: Changing & RestoreDependencies) {
      const { organisation, body } = request;
      const { change, auditRetentionMs: keepMs } = dependencies;
      const at = requireTime(body.at, 'at');
      const now = new Date(dependencies.now());
      if (at > now) throw settingsErrors.invalid([{ path: 'at', message: 'must not be in the future' }]);
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          const { rewind, isComplete } = await rewindTo(transaction, organisation, serving, at);
          const time = { keepMs, now };
          if (!isComplete && !(await hasHistorySince(transaction.client, at, time))) {
            throw settingsErrors.historyIncomplete;
          }
          const { before, after } = await statesOf(transaction, serving, rewind);
          await changeServing(transaction, serving.project, [{ ...serving, before, after }]);
        },
        { answer: answerChangeId },
      );
    },
  }),
];

/**
 * Undoes the records that are newer than the time. Throws 400 where the feature did not exist, and 409. It is complete if it met an
 * older record: those that are newer than that one are there, because old records are removed in their order.
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
    if (!isUnderstood(record)) throw settingsErrors.historyIncomplete;
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

/** Returns the serving now and then, with the overrides that changed since. Throws 409. */
async function statesOf(
  transaction: ChangeTransaction,
  { project, feature, environment, before }: LockedServing,
  rewind: Rewind,
): Promise<{ before: ServingState; after: ServingState }> {
  const { targeting, defaults, overrides, problems } = rewind.state();
  const present = await readOverrides(transaction.client, {
    featureId: feature.id,
    environmentId: environment.id,
    userIds: [...overrides.keys()],
  });
  for (const [user, variation] of rewind.overridesNow()) {
    if ((present.get(user) ?? null) !== variation) throw settingsErrors.historyIncomplete;
  }
  const found: Problem[] = [...problems];
  if (targeting !== null && !isDeepStrictEqual(targeting, before.targeting)) {
    const segments = new Set((await readSegmentIds(transaction, project)).keys());
    // Variations that are no more are among the problems already.
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
