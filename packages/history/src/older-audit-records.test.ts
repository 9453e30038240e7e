/** Audit records of the release before rules had ids are described, rewound and reverted beside stored rules that have ids. */
import { describe, expect, it } from '@jest/globals';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { readFileSync } from 'node:fs';
import { diffRecords } from './describe/diff.ts';
import { type AuditRecord, type ParsedRecord, parseRecord } from './parse-record.ts';
import { getNames, renamePins, renameTargeting, toIds } from './part-names.ts';
import { addNames, type Reversal, undoRecord } from './revert/undo-record.ts';
import { rewindServing } from './rewind/rewind-serving.ts';
import { withoutRuleIds, withRuleIds } from './rule-ids.ts';
import {
  copySnapshot,
  type DescribedFeature,
  getServingKey,
  type Pins,
  type ProjectSnapshot,
} from './snapshot.ts';

const { environment, feature, records } = JSON.parse(
  readFileSync(new URL('../test/older-records.json', import.meta.url), 'utf8'),
) as {
  readonly environment: string;
  readonly feature: DescribedFeature & { readonly id: string };
  /** The last first. */
  readonly records: readonly AuditRecord[];
};

let made = 0;
const newId = () => `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;
/** Returns the last overrides: records of defaults and overrides have only those that differ. */
const lastPins = (noun: string): Pins => {
  const states = records.filter(({ action }) => action.startsWith(noun)).map(({ after }) => after as Pins);
  return Object.fromEntries(states.toReversed().flatMap((pins) => Object.entries(pins)));
};
const targetingOf = (record: AuditRecord | undefined, side: 'before' | 'after') =>
  (record?.[side] ?? null) as unknown as TargetingDefinition | null;

/** The stored state after the records, once the migration to this release has given ids to rules. */
const stored = {
  targeting: withRuleIds(
    targetingOf(
      records.find(({ action }) => action.startsWith('targeting.')),
      'after',
    ),
    null,
    newId,
  ),
  defaults: lastPins('defaults.'),
  overrides: lastPins('overrides.'),
};
const key = getServingKey(feature.id, environment);

function createReversal(): Reversal {
  const names = toIds(getNames(feature));
  const snapshot: ProjectSnapshot = {
    features: new Map([[feature.id, feature]]),
    serving: new Map([
      [
        key,
        {
          targeting: renameTargeting(stored.targeting, names.variation),
          defaults: renamePins(stored.defaults, names, names.variable),
          overrides: renamePins(stored.overrides, names),
        },
      ],
    ]),
    segments: new Map(),
    environments: new Map([[environment, { slug: 'staging' }]]),
  };
  const reversal = {
    names: new Map(),
    lastSlugs: new Map(),
    deletedFeatures: new Set<string>(),
    unreadOverrides: new Map(),
    newId,
  };
  addNames(reversal, feature.id, feature, getNames(feature));
  return { snapshot: copySnapshot(snapshot), ...reversal };
}

const undo = (reversal: Reversal, record: AuditRecord) =>
  undoRecord(reversal, record, parseRecord(record) as ParsedRecord);
const servedIn = ({ snapshot }: Reversal) => snapshot.serving.get(key);

describe('audit records of the release before rules had ids', () => {
  it('have none', () => {
    expect(records).toHaveLength(10);
    for (const record of records.filter(({ action }) => action.startsWith('targeting.'))) {
      expect(targetingOf(record, 'after')).toEqual(withoutRuleIds(targetingOf(record, 'after')));
    }
  });

  it('are described rule by rule', () => {
    expect(diffRecords(records.toReversed()).map(({ what }) => what)).toEqual([
      'targeting: created, on',
      'rule 1 "Staff": added (country is CA → one-page)',
      'rule 2: added (20 % of country is PE → one-page)',
      'rule 3 "Everyone": added (everyone → one-page 50 %, off 50 %)',
      'rule 3 "Everyone": moved from 3 to 1',
      'rule 2 "Staff": serves one-page → off',
      'default of checkout-layout: none → off',
      'default of checkout-enabled: none → off',
      'rule 1 "Everyone": weight of one-page 50 → 70',
      'rule 1 "Everyone": weight of off 50 → 30',
      'rule 2 "Staff": name "Staff" → "Colleagues"',
      'rule 3: rollout 20 % → 40 %',
      'ada: none → one-page',
      'variation one-page: slug one-page → single-page',
      'targeting: on → off',
      'rule 3: removed (40 % of country is PE → single-page)',
      'ada: single-page → off',
      'default of checkout-layout: off → single-page',
    ]);
  });

  it('lead back to every state, which a restore serves again', () => {
    const rewind = rewindServing(
      feature,
      { id: environment },
      { ...stored, defaults: new Map(Object.entries(stored.defaults) as [string, string][]) },
    );
    for (const record of records) {
      expect(rewind.leadsTo(record)).toBe(true);
      expect(rewind.undo(record)).toBe(true);
      if (!record.action.startsWith('targeting.')) continue;
      const slugs = JSON.stringify(targetingOf(record, 'before')).replaceAll('one-page', 'single-page');
      expect(rewind.getState().targeting).toEqual(JSON.parse(slugs));
    }
    expect(rewind.getState()).toEqual({
      targeting: null,
      defaults: new Map(),
      overrides: new Map([['ada', null]]),
      problems: [],
    });
  });

  it('are undone one after the other without a conflict, and rules keep their ids', () => {
    const reversal = createReversal();
    const ids = new Set(stored.targeting?.rules.map(({ id }) => id));
    for (const record of records) {
      expect(undo(reversal, record)).toEqual([]);
      if (!record.action.startsWith('targeting.')) continue;
      const renaming = toIds(reversal.names.get(feature.id)!);
      const expected = renameTargeting(targetingOf(record, 'before'), renaming.variation);
      const targeting = servedIn(reversal)?.targeting ?? null;
      expect(withoutRuleIds(targeting)).toEqual(expected);
      const kept = targeting?.rules.filter(({ id }) => ids.has(id)) ?? [];
      if (targeting !== null) expect(kept).toHaveLength(ids.size);
    }
    expect(servedIn(reversal)).toEqual({ targeting: null, defaults: {}, overrides: {} });
  });

  it('are undone alone beside later edits, with a conflict only where one of these edits the same rule', () => {
    const reversal = createReversal();
    const [last, edits] = records.filter(({ action }) => action === 'targeting.updated') as [
      AuditRecord,
      AuditRecord,
    ];
    const renamed = records.find(({ action }) => action === 'feature.updated')
      ?.before as unknown as DescribedFeature;
    addNames(reversal, feature.id, renamed, getNames(renamed));
    expect(undo(reversal, edits).map(({ path, message }) => [path, message])).toEqual([
      [
        'features.checkout.environments.staging.targeting.rules[2]',
        'rule 3 was removed by the other change, but changed by yours',
      ],
    ]);
    const other = createReversal();
    expect(undo(other, last)).toEqual([]);
    expect(servedIn(other)?.targeting?.enabled).toBe(true);
    expect(servedIn(other)?.targeting?.rules.map(({ name }) => name)).toEqual(['Everyone', 'Colleagues', '']);
  });
});
