import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { featureArbitrary, segmentsArbitrary, userArbitrary } from '../../test/arbitraries.ts';
import {
  compileDatafile,
  featureChange,
  featureFragment,
  segmentChange,
} from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import {
  compileFragments,
  countReads,
  evaluate,
  evaluateForClient,
  evaluateUncounted,
  explain,
  readContext,
  reasons,
  type Datafile,
  type Evaluation,
  type EvaluationContext,
  type EvaluationCount,
} from '../index.ts';

const anonymous = readContext(null);
const ada = readContext({ id: 'ada' });
const flag = featureFragment({ overrides: { ada: 'on' } });
const ask = (datafile: Datafile, context = anonymous): Evaluation => evaluate(datafile, 'flag', context, 0);

/** Evaluates and counts as where everything is asked for. */
function evaluateAll(
  datafile: Datafile,
  slugs: readonly string[],
  context: EvaluationContext,
  now: number,
): readonly Evaluation[] {
  const snapshot = datafile.openSnapshot({ slugs, isClientOnly: false });
  snapshot.evaluate(() => Infinity, context, now);
  snapshot.count('with all');
  return snapshot.found;
}

/** Counts as lines, in an order of their own. */
const linesOf = (counts: Iterable<EvaluationCount>): string[] =>
  [...counts]
    .map(({ variableId, variationId, reason, asked, count }) =>
      [variableId, variationId, reasons[reason], asked === 0 ? 'named' : 'all', count].join(' '),
    )
    .toSorted();
const take = (datafile: Datafile): string[] => linesOf(datafile.takeCounts());
const replace = (datafile: Datafile, feature: FeatureFragment): void =>
  datafile.apply(compileFragments([featureChange(feature)]));

const byDefault = (count: number) => `variable-1 variation-off default_variation named ${count}`;

describe('counts of a datafile', () => {
  it('are by variable, variation, reason, and how it was asked for', () => {
    const datafile = compileDatafile(featureChange(flag));
    for (let n = 0; n < 3; n++) ask(datafile);
    ask(datafile, ada);
    evaluateAll(datafile, ['flag'], anonymous, 0);
    expect(take(datafile)).toEqual([
      'variable-1 variation-off default_variation all 1',
      byDefault(3),
      'variable-1 variation-on self_targeting_override named 1',
    ]);
  });

  it('are cleared when they are taken', () => {
    const datafile = compileDatafile(featureChange(flag));
    ask(datafile);
    expect(take(datafile)).toEqual([byDefault(1)]);
    expect(take(datafile)).toEqual([]);
    ask(datafile);
    expect([datafile.cells.count, take(datafile), datafile.cells.count]).toEqual([1, [byDefault(1)], 0]);
  });

  it('name no variation where none was served', () => {
    const datafile = compileDatafile(featureChange({ ...flag, targeting: { enabled: false, rules: [] } }));
    ask(datafile);
    expect(take(datafile)).toEqual(['variable-1  targeting_disabled named 1']);
  });

  it('have none of keys that resolve to nothing, and none of explanations', () => {
    const hidden = featureFragment({
      id: 'feature-2',
      slug: 'hidden',
      status: 'archived',
      variables: [{ id: 'variable-2', slug: 'hidden', default_variation: 'off' }],
    });
    const datafile = compileDatafile(featureChange(flag), featureChange(hidden));
    evaluate(datafile, 'nothing', anonymous, 0);
    evaluate(datafile, 'hidden', anonymous, 0);
    evaluateForClient(datafile, 'flag', anonymous, 0);
    evaluateUncounted(datafile, 'flag', anonymous, 0);
    countReads(datafile, 'hidden', anonymous, 0, 5);
    explain([featureChange(flag)], 'flag', null, 0);
    expect(take(datafile)).toEqual([]);
  });

  it('take what an application read as evaluations by key', () => {
    const datafile = compileDatafile(featureChange(flag));
    countReads(datafile, 'flag', ada, 0, 7);
    countReads(datafile, 'flag', ada, 0, 0);
    expect(take(datafile)).toEqual(['variable-1 variation-on self_targeting_override named 7']);
  });
});

describe('what apply replaces', () => {
  it('hands its counts over first', () => {
    const datafile = compileDatafile(featureChange(flag));
    ask(datafile);
    replace(datafile, { ...flag, status: 'complete' });
    ask(datafile);
    expect(take(datafile)).toEqual([byDefault(1), 'variable-1 variation-off feature_complete named 1']);
  });

  it('hands its counts over when it is deleted, and when another feature gets its slug', () => {
    const datafile = compileDatafile(featureChange(flag));
    ask(datafile);
    replace(datafile, { ...flag, id: 'feature-2' });
    ask(datafile);
    datafile.apply(compileFragments([{ kind: 'feature', id: 'feature-2', document: null }]));
    expect(datafile.cells.count).toBe(2);
    expect(take(datafile)).toEqual([byDefault(1), byDefault(1)]);
    expect(datafile.cells.count).toBe(0);
  });

  it('loses nothing while its counts are being taken', () => {
    const datafile = compileDatafile(featureChange(flag));
    ask(datafile);
    ask(datafile, ada);
    const [first] = datafile.takeCounts();
    ask(datafile);
    replace(datafile, flag);
    ask(datafile, ada);
    const rest = [...datafile.takeCounts()];
    expect([first!, ...rest].reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(take(datafile)).toEqual([]);
  });
});

it('the sum of all counts is the number of answers, whatever is evaluated, replaced and taken', () => {
  const feature = featureArbitrary(3);
  const step = fc.oneof(
    fc.record({ user: userArbitrary, now: fc.nat(5_000), all: fc.boolean() }),
    fc.record({ replaceBy: feature }),
    fc.record({ takeFirst: fc.nat(4) }),
  );
  fc.assert(
    fc.property(feature, segmentsArbitrary, fc.array(step, { maxLength: 30 }), (first, segments, steps) => {
      const datafile = compileDatafile(featureChange(first), ...segments.map(segmentChange));
      let answers = 0;
      let counted = 0;
      for (const each of steps) {
        if ('replaceBy' in each) {
          replace(datafile, { ...each.replaceBy, id: first.id });
        } else if ('takeFirst' in each) {
          let left = each.takeFirst;
          for (const { count } of datafile.takeCounts()) {
            counted += count;
            if (left-- === 0) break;
          }
        } else {
          const context = readContext(each.user);
          const { slugs } = datafile.list(false);
          const found = each.all
            ? evaluateAll(datafile, slugs, context, each.now)
            : slugs.map((slug) => evaluate(datafile, slug, context, each.now));
          answers += found.length;
        }
      }
      for (const { count } of datafile.takeCounts()) counted += count;
      expect([counted, datafile.cells.count]).toEqual([answers, 0]);
    }),
    { numRuns: 200 },
  );
});
