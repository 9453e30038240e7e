import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ConditionExplanation, RuleExplanation } from '../src/explain/explanation.ts';
import { evaluate, explain, readContext, type Explanation } from '../src/index.ts';
import { featureArbitrary, segmentsArbitrary, userArbitrary } from './arbitraries.ts';
import { costlyFeatureArbitrary, costlySegmentsArbitrary, longUserArbitrary } from './costly-arbitraries.ts';
import { explainRules, createFragments } from './explain-fragment.ts';
import { compileDatafile, toResult } from './feature-fragment.ts';

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
          const fragments = createFragments(feature, segments);
          const datafile = compileDatafile(...fragments);
          const explanations = users.map((user) => explain(fragments, 'flag', user, now));
          const evaluations = users.map((user) => evaluate(datafile, 'flag', readContext(user), now));
          expect(explanations.map(({ result }) => result)).toEqual(evaluations.map(toResult));
          expect(explanations.flatMap(contradictionsIn)).toEqual([]);
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
          const fragments = createFragments(feature, segments);
          const explanation = explain(fragments, 'flag', user, 0);
          const evaluation = evaluate(compileDatafile(...fragments), 'flag', readContext(user), 0);
          expect(explanation.result).toEqual(toResult(evaluation));
          expect(contradictionsIn(explanation)).toEqual([]);
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

interface Contradiction {
  readonly what: string;
  readonly said: unknown;
  readonly implied: unknown;
}

/**
 * Lists contradictions: conditions, groups, rules, buckets and the result must follow from one another. A list, because a call of `expect`
 * for each of them takes longer than the evaluations.
 */
function contradictionsIn(explanation: Explanation): Contradiction[] {
  const { result, decided_by: decided, feature, rules, segments } = explanation;
  const found: Contradiction[] = [];
  const same = (what: string, said: unknown, implied: unknown) => {
    if (said !== implied) found.push({ what, said, implied });
  };
  for (const rule of rules) {
    for (const group of rule.any_of)
      same(
        'group',
        group.holds,
        group.all_of.every(({ holds }) => holds),
      );
    same('rule', rule.matches, rule.any_of.length === 0 || rule.any_of.some(({ holds }) => holds));
    for (const condition of rule.any_of.flatMap((group) => group.all_of))
      found.push(...contradictionsOfSegments(condition, segments));
    if (rule.rollout) {
      const { bucket, percentage, passes } = rule.rollout;
      same('rollout', passes, percentage === 100 || (bucket !== null && bucket < percentage * 1000));
    }
    const hit = rule.split?.ranges.find((range) => range.hit);
    if (rule.split) {
      const { bucket } = rule.split;
      same('no range', hit === undefined, bucket === null && !isOfOne(rule));
      if (hit && bucket !== null) same('range', hit.from <= bucket && bucket < hit.below, true);
      same('the end of ranges', rule.split.ranges.at(-1)?.below, 100_000);
    }
    const isOpen = rule.schedule === null || rule.schedule.state === 'open';
    const hasKey = rule.bucketing === null || rule.bucketing.key !== null;
    const isBucketed = (rule.rollout?.percentage ?? 100) < 100 || (rule.split !== null && !isOfOne(rule));
    const isIn = (rule.rollout?.passes ?? true) && (hasKey || !isBucketed);
    const serves = rule.enabled && rule.matches && isOpen && isIn;
    same('outcome', rule.outcome === 'serves', serves);
    if (serves && hit) same('variation of the range', rule.serves, hit.variation);
    same('serves', rule.serves !== null, serves);
  }
  const decider = rules.find(({ decides }) => decides);
  same('number of the rule', decided.rule ?? 0, rules.findIndex(({ decides }) => decides) + 1);
  same('line 6', decided.line === 6, decider !== undefined);
  const first = rules.find(({ outcome }) => outcome === 'serves');
  if (decided.line === 6) same('first rule', decider, first);
  if (decided.line === 7) same('no rule', first, undefined);
  const served = {
    1: null,
    2: feature?.default,
    3: null,
    4: feature?.override,
    5: feature?.default,
    6: decider?.serves,
    7: feature?.default,
  };
  same('variation', result.variation, served[decided.line]);
  return found;
}

/** Returns whether one variation has the whole split. */
function isOfOne({ split }: RuleExplanation): boolean {
  const served = split?.ranges.filter(({ weight }) => weight > 0).map(({ variation }) => variation);
  return new Set(served).size === 1;
}

function contradictionsOfSegments(
  { operator, holds, segments }: ConditionExplanation,
  explained: Explanation['segments'],
): Contradiction[] {
  if (segments === undefined) return [];
  const isInOne = segments.some((segment) => segment.holds);
  const implied = segments.every(({ exists }) => exists) ? (operator === 'in_segment') === isInOne : holds;
  return [
    { what: 'condition', said: holds, implied },
    // One beyond the limits is like one that does not exist.
    ...segments
      .filter(({ exists }) => exists)
      .map(({ slug, holds: said }) => {
        const groups = explained.find((segment) => segment.slug === slug)?.any_of ?? [];
        return { what: slug, said, implied: groups.length === 0 || groups.some((group) => group.holds) };
      }),
  ].filter(({ said, implied: other }) => said !== other);
}
