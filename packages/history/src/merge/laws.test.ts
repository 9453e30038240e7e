import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import {
  featureTriples,
  memberTriples,
  pinTriples,
  ruleTriples,
  separateEdits,
  targetingTriples,
  type Triple,
} from '../../test/merge-arbitraries.ts';
import {
  type Conflict,
  createConflicts,
  type Merged,
  pickSides,
  type Resolutions,
  toMerged,
} from './three-way.ts';
import type { RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';
import type { DescribedFeature } from '../snapshot.ts';
import { mergeFeature } from './merge-feature.ts';
import { mergeDefaults, mergeEnvironment, mergeOverrides } from './merge-states.ts';
import { mergeRules } from './merge-rules.ts';
import { mergeTargeting } from './merge-targeting.ts';

type Merge<State> = (base: State, theirs: State, ours: State) => Merged<State>;

/** Expects the laws to hold, and enough triples with and without conflicts. */
function expectLaws<State>(merge: Merge<State>, triples: fc.Arbitrary<Triple<State>>, numRuns: number): void {
  let conflicting = 0;
  let merging = 0;
  fc.assert(
    fc.property(triples, ({ base, theirs, ours }) => {
      expectSame(merge(base, base, ours), { merged: ours, conflicts: [] });
      expectSame(merge(base, theirs, base), { merged: theirs, conflicts: [] });
      expectSame(merge(base, theirs, theirs), { merged: theirs, conflicts: [] });
      const [one, other] = [merge(base, theirs, ours), merge(base, ours, theirs)];
      expectSame(one.conflicts.map(shown).toSorted(), other.conflicts.map(exchanged).map(shown).toSorted());
      if (one.conflicts.length === 0) {
        expectSame(one.merged, other.merged);
        if (!isDeepStrictEqual(base, theirs) && !isDeepStrictEqual(base, ours)) merging += 1;
      } else {
        conflicting += 1;
        expectSame(one.merged, theirs);
      }
    }),
    { numRuns },
  );
  expect(Math.min(conflicting, merging)).toBeGreaterThan(numRuns / 50);
}

/** Compares faster than `expect`: it runs a million times here. */
function expectSame(actual: unknown, ours: unknown): void {
  if (!isDeepStrictEqual(actual, ours)) expect(actual).toEqual(ours);
}

/** Messages tell the two changes apart. */
function shown({ path, base, theirs, ours }: Conflict): string {
  return JSON.stringify([path, base, theirs, ours]);
}

function exchanged({ theirs, ours, ...conflict }: Conflict): Conflict {
  return { ...conflict, theirs: ours, ours: theirs };
}

/** Expects that every conflict can be decided, either way. A decision about rules may cause one more conflict about their order. */
function expectDecidable<State>(
  merge: (base: State, theirs: State, ours: State, taken?: Resolutions) => Merged<State>,
  triples: fc.Arbitrary<Triple<State>>,
  expectWhole: (merged: State, triple: Triple<State>) => void = () => {},
): void {
  let decided = 0;
  fc.assert(
    fc.property(triples, fc.boolean(), ({ base, theirs, ours }, isWanted) => {
      const { conflicts } = merge(base, theirs, ours);
      if (conflicts.length === 0) return;
      decided += 1;
      const side = isWanted ? 'ours' : 'theirs';
      const taken = new Map<string, 'theirs' | 'ours'>(conflicts.map(({ path }) => [path, side]));
      for (const { path } of merge(base, theirs, ours, taken).conflicts) taken.set(path, side);
      const { conflicts: left, merged } = merge(base, theirs, ours, taken);
      expectSame(left, []);
      expectWhole(merged, { base, theirs, ours });
    }),
    { numRuns: 3_000 },
  );
  expect(decided).toBeGreaterThan(50);
}

/** Expects every rule once, and no lost edit: everything that a side added is there, and everything that it changed equals one of the sides. */
function expectRules(merged: TargetingDefinition | null, sides: Triple<TargetingDefinition | null>): void {
  const rules = merged?.rules ?? [];
  expectSame(new Set(rules.map(({ id }) => id)).size, rules.length);
  const { base, theirs, ours } = pickSides(
    sides,
    (targeting): Rules => new Map((targeting?.rules ?? []).map((rule) => [rule.id, rule])),
  );
  for (const rule of rules) {
    const known = [base, theirs, ours].flatMap((side) => side.get(rule.id) ?? []);
    for (const [name, value] of Object.entries(rule)) {
      expectSame(
        known.some((each) => isDeepStrictEqual(each[name as keyof RuleDefinition], value)),
        true,
      );
    }
  }
  // A whole targeting that one side removed was decided as a whole.
  if (merged === null || sides.theirs === null || sides.ours === null) return;
  const left = new Set(rules.map(({ id }) => id));
  for (const side of [theirs, ours]) {
    for (const id of side.keys()) if (!base.has(id)) expectSame(left.has(id), true);
  }
}

type Rules = ReadonlyMap<string | undefined, RuleDefinition>;

/** Expects a value of every remaining variable of `base` in every remaining variation. */
function expectValues(merged: DescribedFeature | null, { base }: Triple<DescribedFeature | null>): void {
  const [variables, variations] = [idsOf(base?.variables), idsOf(base?.variations)];
  for (const { slug, id } of merged?.variables ?? []) {
    if (!variables.has(id)) continue;
    for (const variation of merged?.variations ?? []) {
      if (variations.has(variation.id)) expectSame(Object.hasOwn(variation.values, slug), true);
    }
  }
}

function idsOf(parts: readonly { readonly id?: string }[] = []): Set<string | undefined> {
  return new Set(parts.map(({ id }) => id));
}

describe('conflicts are decided by their paths', () => {
  it('in targeting', () => expectDecidable(mergeTargeting, targetingTriples({ withIds: true }), expectRules));
  it('in targeting of older records', () =>
    expectDecidable(mergeTargeting, targetingTriples({ withIds: false })));
  it('in features, which keep the values of what they keep', () =>
    expectDecidable(mergeFeature, featureTriples({ withIds: true }), expectValues));
  it('in defaults', () => expectDecidable(mergeDefaults, pinTriples));
});

describe('two people who edit rules', () => {
  it('have no conflict where each edits other rules, and every edit is in the result', () => {
    fc.assert(
      fc.property(separateEdits, ({ base, theirs, ours }) => {
        const on = (rules: readonly RuleDefinition[]) => ({ enabled: true, rules });
        const { merged, conflicts } = mergeTargeting(on(base), on(theirs), on(ours));
        expectSame(conflicts, []);
        const edited = base.map(
          (rule, index) => (isDeepStrictEqual(ours[index], rule) ? theirs : ours)[index]!,
        );
        expectSame(merged, on(edited));
      }),
      { numRuns: 5_000 },
    );
  });

  it('have one conflict, in one sentence, where both put them into another order', () => {
    fc.assert(
      fc.property(separateEdits, ({ base }) => {
        fc.pre(base.length > 2);
        const [first, second, ...rest] = base as [RuleDefinition, RuleDefinition, RuleDefinition];
        const on = (...rules: RuleDefinition[]) => ({ enabled: true, rules });
        const [theirs, ours] = [on(second, first, ...rest), on(...rest, first, second)];
        const { conflicts } = mergeTargeting(on(...base), theirs, ours);
        expectSame(
          conflicts.map(({ path, message }) => [path, message]),
          [['rules', 'the rules were reordered on both sides, differently']],
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('the laws of merging: what one side changed is taken, sides may be exchanged', () => {
  it('hold for targeting', () => {
    expectLaws(mergeTargeting, targetingTriples({ withIds: true }), 20_000);
  });

  it('hold for targeting of older records, whose rules have no ids', () => {
    expectLaws(mergeTargeting, targetingTriples({ withIds: false }), 10_000);
  });

  it('hold for rules without their targeting, which the whole compares before it asks for them', () => {
    expectLaws(
      (base, theirs, ours) => {
        const sides = { base, theirs, ours };
        const conflicts = createConflicts();
        return toMerged(sides, mergeRules(sides, 'rules', conflicts), conflicts);
      },
      ruleTriples({ withIds: true }),
      10_000,
    );
  });

  it('hold for features with ids', () => {
    expectLaws(mergeFeature, featureTriples({ withIds: true }), 15_000);
  });

  it('hold for features of older records, without ids', () => {
    expectLaws(mergeFeature, featureTriples({ withIds: false }), 10_000);
  });

  it('hold for defaults and overrides', () => {
    expectLaws(mergeOverrides, pinTriples, 20_000);
  });

  it('hold for settings of environments and segments', () => {
    expectLaws(mergeEnvironment, memberTriples, 15_000);
  });
});
