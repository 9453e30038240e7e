import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { evaluate, explain, readContext, type Explanation } from '../src/index.ts';
import type { ConditionExplanation } from '../src/explain/explanation.ts';
import { featureArbitrary, segmentsArbitrary, userArbitrary } from './arbitraries.ts';
import { explainRules, fragmentsOf } from './explain-fragment.ts';
import { costlyFeatureArbitrary, costlySegmentsArbitrary, longUserArbitrary } from './costly-arbitraries.ts';
import { datafileOf, resultOf } from './feature-fragment.ts';

const nowArbitrary = fc.integer({ min: -500, max: 5000 });

describe('an explanation', () => {
  it.each([
    ['a few rules', 3, 700],
    ['more rules than fit one block of the index', 40, 100],
  ])('has the result that evaluation has, and is of one piece: %s', (_what, maxRules, numRuns) => {
    fc.assert(
      fc.property(
        featureArbitrary(maxRules),
        segmentsArbitrary,
        fc.array(userArbitrary, { minLength: 1, maxLength: 4 }),
        nowArbitrary,
        (feature, segments, users, now) => {
          const fragments = fragmentsOf(feature, segments);
          const datafile = datafileOf(...fragments);
          for (const user of users) {
            const explanation = explain(fragments, 'flag', user, now);
            const evaluation = evaluate(datafile, 'flag', readContext(user), now);
            expect(explanation.result).toEqual(resultOf(evaluation));
            requireOnePiece(explanation);
          }
        },
      ),
      { numRuns },
    );
  });

  it('is of one piece with the evaluation where texts are too long to be searched', () => {
    let [beyond, decided] = [0, 0];
    fc.assert(
      fc.property(
        costlyFeatureArbitrary,
        costlySegmentsArbitrary,
        longUserArbitrary,
        (feature, segments, user) => {
          const fragments = fragmentsOf(feature, segments);
          const explanation = explain(fragments, 'flag', user, 0);
          const evaluation = evaluate(datafileOf(...fragments), 'flag', readContext(user), 0);
          expect(explanation.result).toEqual(resultOf(evaluation));
          requireOnePiece(explanation);
          if (JSON.stringify(explanation).includes('too_long')) {
            beyond++;
            if (explanation.decided_by.line === 6) decided++;
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(Math.min(beyond, decided)).toBeGreaterThan(10);
  });

  it('tells that a text was too long to be searched, and too long for anything', () => {
    const condition = (operator: string, values?: string[]) => ({
      property: 'custom',
      custom_key: 'x',
      operator,
      ...(values && { values }),
    });
    const asked = [condition('matches', ['^a{300}']), condition('starts_with', ['a']), condition('exists')];
    const rules = asked.map((each) => ({
      name: '',
      any_of: [{ all_of: [each] }],
      serve: { variation: 'on' },
    }));
    const explained = (length: number) =>
      explainRules(rules, { custom_data: { x: 'a'.repeat(length) } }).rules.map(({ any_of: [group] }) => {
        const [first] = group!.all_of;
        return [first!.holds, first!.attribute!.state];
      });
    expect(explained(90)).toEqual([
      [false, 'present'],
      [true, 'present'],
      [true, 'present'],
    ]);
    expect(explained(800)).toEqual([
      [false, 'too_long'],
      [true, 'present'],
      [true, 'present'],
    ]);
    expect(explained(4_097)).toEqual([
      [false, 'too_long'],
      [false, 'too_long'],
      [true, 'present'],
    ]);
  });

  it('throws nothing, whatever is stored and whoever asks', () => {
    const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<unknown>;
    fc.assert(
      fc.property(json, json, json, fc.double(), (rule, anyOf, user, now) => {
        const rules = [
          rule,
          { name: 'one', any_of: anyOf, serve: rule },
          { any_of: [{ all_of: anyOf }], serve: { variation: 'on' } },
        ];
        const asking = typeof user === 'object' ? user : { custom_data: user };
        const { result, rules: explained } = explainRules(rules, asking as object, now);
        expect(explained.length === 3 || explained.length === 0).toBe(true);
        expect(result.key).toBe('flag');
      }),
      { numRuns: 2000 },
    );
  });
});

/** That what is told of conditions, groups, rules, buckets and the result all leads to one another. */
function requireOnePiece({ result, decided_by: decided, feature, rules, segments }: Explanation): void {
  for (const rule of rules) {
    for (const group of rule.any_of) expect(group.holds).toBe(group.all_of.every(({ holds }) => holds));
    expect(rule.matches).toBe(rule.any_of.length === 0 || rule.any_of.some(({ holds }) => holds));
    for (const condition of rule.any_of.flatMap((group) => group.all_of))
      requireSegments(condition, segments);
    if (rule.rollout) {
      const { bucket, percentage, passes } = rule.rollout;
      expect(passes).toBe(bucket !== null && bucket < percentage * 1000);
    }
    const hit = rule.split?.ranges.find((range) => range.hit);
    if (rule.split) {
      const { bucket } = rule.split;
      expect(hit === undefined).toBe(bucket === null);
      if (hit && bucket !== null) expect(hit.from <= bucket && bucket < hit.below).toBe(true);
      expect(rule.split.ranges.at(-1)?.below).toBe(100_000);
    }
    const isOpen = rule.schedule === null || rule.schedule.state === 'open';
    const hasKey = rule.bucketing === null || rule.bucketing.key !== null;
    const serves = rule.enabled && rule.matches && isOpen && hasKey && (rule.rollout?.passes ?? true);
    expect(rule.outcome === 'serves').toBe(serves);
    if (serves && hit) expect(rule.serves).toBe(hit.variation);
    expect(rule.serves !== null).toBe(serves);
  }
  const decider = rules.find(({ decides }) => decides);
  expect(rules.findIndex(({ decides }) => decides) + 1).toBe(decided.rule ?? 0);
  expect(decided.line === 6).toBe(decider !== undefined);
  if (decided.line === 6) expect(decider).toBe(rules.find(({ outcome }) => outcome === 'serves'));
  if (decided.line === 7) expect(rules.every(({ outcome }) => outcome !== 'serves')).toBe(true);
  const served = {
    1: null,
    2: feature?.default,
    3: null,
    4: feature?.override,
    5: feature?.default,
    6: decider?.serves,
    7: feature?.default,
  };
  expect(result.variation).toBe(served[decided.line]);
}

function requireSegments(
  { operator, holds, segments }: ConditionExplanation,
  explained: Explanation['segments'],
): void {
  if (segments === undefined) return;
  const isInOne = segments.some((segment) => segment.holds);
  if (segments.every(({ exists }) => exists)) expect(holds).toBe((operator === 'in_segment') === isInOne);
  for (const { slug, exists, holds: isMember } of segments) {
    // One beyond the limits is like one that does not exist.
    if (!exists) continue;
    const groups = explained.find((segment) => segment.slug === slug)?.any_of ?? [];
    expect(isMember).toBe(groups.length === 0 || groups.some((group) => group.holds));
  }
}
