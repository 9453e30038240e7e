/** Undoing a record reaches the state before it, whether one goes back in time or reverts. */
import { describe, expect, it } from '@jest/globals';
import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { featureTriples, pinTriples, targetingTriples, type Triple } from '../../test/merge-arbitraries.ts';
import { type AuditRecord, type ParsedRecord, parseRecord } from '../parse-record.ts';
import { getNames, renamePins, renameTargeting, toIds } from '../part-names.ts';
import { rewindServing } from '../rewind/rewind-serving.ts';
import {
  type DescribedFeature,
  getServingKey,
  nothingServed,
  type ProjectSnapshot,
  type ServedState,
} from '../snapshot.ts';
import { addNames, type Reversal, undoRecord } from './undo-record.ts';

const environment = '00000000-0000-7000-8000-000000000001';
const parts = (names: readonly string[], kind: number) =>
  names.map((slug, index) => ({ id: `00000000-0000-7000-8000-0000000${kind}00${index}0`, slug }));
const feature = {
  id: '00000000-0000-7000-8000-000000000002',
  slug: 'checkout',
  variables: parts(['a', 'b', 'c', 'd', 'e', 'f'], 1).map((each) => ({ ...each, type: 'string' })),
  variations: parts(['on', 'off', 'a', 'b', 'c', 'd', 'e', 'f'], 2).map((each) => ({ ...each, values: {} })),
};
const key = getServingKey(feature.id, environment);

function record(noun: string, before: unknown, after: unknown): AuditRecord {
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  return {
    action: `${noun}.${verb}`,
    subject: 'web/checkout in staging',
    environmentId: noun === 'feature' ? null : environment,
    featureId: feature.id,
    before: before as JsonValue,
    after: after as JsonValue,
  };
}

function createReversal(described: DescribedFeature | null, served: ServedState): Reversal {
  let made = 0;
  const snapshot: ProjectSnapshot = {
    features: new Map(described === null ? [] : [[feature.id, described]]),
    serving: new Map([[key, served]]),
    segments: new Map(),
    environments: new Map([[environment, { slug: 'staging' }]]),
  };
  const reversal: Reversal = {
    snapshot,
    names: new Map(),
    lastSlugs: new Map(),
    deletedFeatures: new Set(),
    unreadOverrides: new Map(),
    newId: () => `new-${(made += 1)}`,
  };
  if (described !== null) addNames(reversal, feature.id, described, getNames(described));
  return reversal;
}

const undo = (reversal: Reversal, each: AuditRecord) =>
  undoRecord(reversal, each, parseRecord(each) as ParsedRecord);

/** Compares faster than `expect`: it runs many thousand times. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Returns the records between three consecutive states that differ, last first. */
function toRecords<State>(noun: string, { base, theirs, ours }: Triple<State>): AuditRecord[] {
  return [
    [theirs, ours],
    [base, theirs],
  ].flatMap(([before, after]) => (isDeepStrictEqual(before, after) ? [] : [record(noun, before, after)]));
}

describe('what two changes did to', () => {
  it.each([true, false])('targeting is undone, record by record (rules with ids: %s)', (withIds) => {
    fc.assert(
      fc.property(targetingTriples({ withIds }), (states) => {
        const records = toRecords<TargetingDefinition | null>('targeting', states);
        const rewind = rewindServing(
          feature,
          { id: environment },
          { targeting: states.ours, defaults: new Map() },
        );
        for (const each of records) expectSame([rewind.leadsTo(each), rewind.undo(each)], [true, true]);
        expectSame(rewind.getState(), {
          targeting: states.base,
          defaults: new Map(),
          overrides: new Map(),
          problems: [],
        });
        const { variation } = toIds(getNames(feature));
        const targeting = renameTargeting(states.ours, variation);
        const reversal = createReversal(feature, { ...nothingServed, targeting });
        for (const each of records) expectSame(undo(reversal, each), []);
        expectSame(reversal.snapshot.serving.get(key)?.targeting, renameTargeting(states.base, variation));
      }),
      { numRuns: 2_000 },
    );
  });

  it('defaults and overrides is undone, record by record', () => {
    fc.assert(
      fc.property(pinTriples, (states) => {
        const names = toIds(getNames(feature));
        const records = [...toRecords('defaults', states), ...toRecords('overrides', states)];
        const served = {
          targeting: null,
          defaults: renamePins(states.ours, names, names.variable),
          overrides: renamePins(states.ours, names),
        };
        const rewind = rewindServing(
          feature,
          { id: environment },
          { targeting: null, defaults: new Map(Object.entries(states.ours)) },
        );
        const reversal = createReversal(feature, served);
        for (const each of records) expectSame([rewind.undo(each), undo(reversal, each)], [true, []]);
        const { defaults, overrides } = rewind.getState();
        expectSame(Object.fromEntries(defaults), states.base);
        for (const [user, variation] of overrides) expectSame(variation, states.base[user] ?? null);
        expectSame(reversal.snapshot.serving.get(key), {
          targeting: null,
          defaults: renamePins(states.base, names, names.variable),
          overrides: renamePins(states.base, names),
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('a feature is undone, record by record, also its deletion', () => {
    fc.assert(
      fc.property(featureTriples({ withIds: true }), (states) => {
        const { base, ours } = states;
        const records = [record('feature', ours, null), ...toRecords('feature', states)];
        const reversal = createReversal(null, nothingServed);
        for (const each of records) expectSame(undo(reversal, each), []);
        expectSame(reversal.snapshot.features.get(feature.id), base);
      }),
      { numRuns: 2_000 },
    );
  });
});
