import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import {
  featureTriples,
  memberTriples,
  pinTriples,
  ruleTriples,
  targetingTriples,
  type Triple,
} from '../../test/merge-arbitraries.ts';
import type { Conflict, Merged, Resolutions } from './conflict.ts';
import type { DescribedFeature } from './keyed-feature.ts';
import { mergeFeature } from './merge-feature.ts';
import { mergeEnvironment } from './merge-members.ts';
import { mergeDefaults, mergeOverrides } from './merge-pins.ts';
import { mergeRules } from './merge-rules.ts';
import { mergeTargeting } from './merge-targeting.ts';

type Merge<State> = (base: State, now: State, wanted: State) => Merged<State>;

/** Besides what the laws say, that enough triples have conflicts and enough have none. */
function expectLaws<State>(merge: Merge<State>, triples: fc.Arbitrary<Triple<State>>, numRuns: number): void {
  let conflicting = 0;
  let merging = 0;
  fc.assert(
    fc.property(triples, ({ base, now, wanted }) => {
      same(merge(base, base, wanted), { merged: wanted, conflicts: [] });
      same(merge(base, now, base), { merged: now, conflicts: [] });
      same(merge(base, now, now), { merged: now, conflicts: [] });
      const [one, other] = [merge(base, now, wanted), merge(base, wanted, now)];
      same(one.conflicts.map(shown).toSorted(), other.conflicts.map(exchanged).map(shown).toSorted());
      if (one.conflicts.length === 0) {
        same(one.merged, other.merged);
        if (!isDeepStrictEqual(base, now) && !isDeepStrictEqual(base, wanted)) merging += 1;
      } else {
        conflicting += 1;
        same(one.merged, now);
      }
    }),
    { numRuns },
  );
  expect(Math.min(conflicting, merging)).toBeGreaterThan(numRuns / 50);
}

/** Faster than `expect`, which is asked a million times here. */
function same(actual: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual).toEqual(wanted);
}

/** Messages tell the two changes apart. */
function shown({ path, base, now, wanted }: Conflict): string {
  return JSON.stringify([path, base, now, wanted]);
}

function exchanged({ now, wanted, ...conflict }: Conflict): Conflict {
  return { ...conflict, now: wanted, wanted: now };
}

/** Every conflict can be decided, either way. What is decided of rules may ask once more where they stand. */
function expectDecidable<State>(
  merge: (base: State, now: State, wanted: State, taken?: Resolutions) => Merged<State>,
  triples: fc.Arbitrary<Triple<State>>,
  expectWhole: (merged: State, triple: Triple<State>) => void = () => {},
): void {
  let decided = 0;
  fc.assert(
    fc.property(triples, fc.boolean(), ({ base, now, wanted }, isWanted) => {
      const { conflicts } = merge(base, now, wanted);
      if (conflicts.length === 0) return;
      decided += 1;
      const side = isWanted ? 'wanted' : 'now';
      const taken = new Map<string, 'now' | 'wanted'>(conflicts.map(({ path }) => [path, side]));
      for (const { path } of merge(base, now, wanted, taken).conflicts) taken.set(path, side);
      const { conflicts: left, merged } = merge(base, now, wanted, taken);
      same(left, []);
      expectWhole(merged, { base, now, wanted });
    }),
    { numRuns: 3_000 },
  );
  expect(decided).toBeGreaterThan(50);
}

/** A variation that is left of `base` has a value of every variable that is left of it. */
function expectValues(merged: DescribedFeature | null, { base }: Triple<DescribedFeature | null>): void {
  const [variables, variations] = [idsOf(base?.variables), idsOf(base?.variations)];
  for (const { slug, id } of merged?.variables ?? []) {
    if (!variables.has(id)) continue;
    for (const variation of merged?.variations ?? []) {
      if (variations.has(variation.id)) same(Object.hasOwn(variation.values, slug), true);
    }
  }
}

function idsOf(parts: readonly { readonly id?: string }[] = []): Set<string | undefined> {
  return new Set(parts.map(({ id }) => id));
}

describe('conflicts are decided by their paths', () => {
  it('in targeting', () => expectDecidable(mergeTargeting, targetingTriples));
  it('in features, which keep the values of what they keep', () =>
    expectDecidable(mergeFeature, featureTriples({ withIds: true }), expectValues));
  it('in defaults', () => expectDecidable(mergeDefaults, pinTriples));
});

describe('the laws of merging: what one side changed is taken, sides may be exchanged', () => {
  it('hold for targeting', () => {
    expectLaws(mergeTargeting, targetingTriples, 20_000);
  });

  it('hold for rules without their targeting, which the whole compares before it asks for them', () => {
    expectLaws(
      (base, now, wanted) => {
        const conflicts: Conflict[] = [];
        const merged = mergeRules({ base, now, wanted }, 'rules', conflicts);
        return { merged: conflicts.length > 0 ? now : merged, conflicts };
      },
      ruleTriples,
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
    expectLaws(mergeOverrides, pinTriples, 25_000);
  });

  it('hold for settings of environments and segments', () => {
    expectLaws(mergeEnvironment, memberTriples, 20_000);
  });
});
