import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  compileFragments,
  createDatafile,
  evaluate,
  findVariable,
  measureFeature,
  measureSegment,
  readContext,
  type DatafileFragment,
} from '../src/index.ts';
import {
  featureArbitrary,
  ruleArbitrary,
  segmentsArbitrary,
  splitArbitrary,
  userArbitrary,
} from './arbitraries.ts';
import {
  compileDatafile,
  datafileOfRules,
  evaluateFlag,
  featureChange,
  featureFragment,
  segmentChange,
} from './feature-fragment.ts';
import { evaluateByTheBook } from './reference-evaluator.ts';

const nowArbitrary = fc.integer({ min: -500, max: 5000 });

describe('the evaluator and the simplest reading of the rules', () => {
  it.each([
    ['a few rules', 3, 4000],
    ['more rules than fit one block of the index', 40, 1000],
  ])('agree on %s', (_what, maxRules, numRuns) => {
    fc.assert(
      fc.property(
        featureArbitrary(maxRules),
        segmentsArbitrary,
        fc.array(userArbitrary, { minLength: 1, maxLength: 5 }),
        nowArbitrary,
        (feature, segments, users, now) => {
          const datafile = compileDatafile(featureChange(feature), ...segments.map(segmentChange));
          const { maxSearchedLength, exceeded } = measureFeature(
            feature,
            (slug) => measureSegment(segments.find((segment) => segment.slug === slug)).cost,
          );
          fc.pre(exceeded.length === 0);
          const longest = {
            feature: maxSearchedLength,
            segments: new Map(
              segments.map((segment) => [segment, measureSegment(segment).maxSearchedLength]),
            ),
          };
          const evaluations = users.map((user) => {
            const { variation, reason, split } = evaluateFlag(datafile, user, now);
            return { variation, reason, split };
          });
          expect(evaluations).toEqual(
            users.map((user) => evaluateByTheBook(feature, segments, user, now, longest)),
          );
        },
      ),
      { numRuns },
    );
  });
});

describe('rollouts', () => {
  const thousandths = fc.integer({ min: 0, max: 100_000 });
  it('never lose anyone when the percentage is raised', () => {
    fc.assert(
      fc.property(
        thousandths,
        thousandths,
        fc.string({ minLength: 1 }),
        fc.string(),
        (one, other, id, salt) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)].map((limit) =>
            serves(limit / 1000, id, salt),
          );
          expect(!low || high).toBe(true);
        },
      ),
    );
  });
  it('never lose anyone while time passes on a rising ramp', () => {
    const rollout = {
      stages: [0, 1, 2].map((day) => ({ at: new Date(day * 1000).toISOString(), percentage: day * 50 })),
    };
    const datafile = datafileOfRules([{ name: 'ramp', any_of: [], rollout, serve: { variation: 'on' } }]);
    fc.assert(
      fc.property(nowArbitrary, nowArbitrary, fc.string({ minLength: 1 }), (one, other, id) => {
        const early = evaluateFlag(datafile, { id }, Math.min(one, other)).variation;
        const late = evaluateFlag(datafile, { id }, Math.max(one, other)).variation;
        expect(early === 'off' || late === 'on').toBe(true);
      }),
    );
  });

  function serves(percentage: number, id: string, salt: string): boolean {
    const rules = [{ name: 'some', any_of: [], rollout: { percentage }, serve: { variation: 'on' } }];
    const datafile = compileDatafile(
      featureChange(featureFragment({ salt, targeting: { enabled: true, rules } })),
    );
    return evaluateFlag(datafile, { id }).variation === 'on';
  }
});

describe('splits', () => {
  it('put everybody somewhere', () => {
    fc.assert(
      fc.property(splitArbitrary, fc.array(fc.string({ minLength: 1 })), (split, ids) => {
        const rules = [{ name: 'split', any_of: [], serve: { split } }];
        const feature = featureFragment({
          targeting: { enabled: true, rules },
          variations: ['off', 'on', 'third'].map((slug) => ({ id: slug, slug, values: [slug] })),
        });
        const datafile = compileDatafile(featureChange(feature));
        const possible = split.filter(({ weight }) => weight > 0).map(({ variation }) => variation);
        for (const id of ids) {
          const { variation, reason } = evaluateFlag(datafile, { id });
          expect(reason).toBe('targeting_rule_matched');
          expect(possible).toContain(variation);
        }
      }),
    );
  });
  it('give each variation about its weight', () => {
    const split = [
      { variation: 'on', weight: 12.5 },
      { variation: 'off', weight: 87.5 },
    ];
    const datafile = datafileOfRules([{ name: 'split', any_of: [], serve: { split } }]);
    let on = 0;
    for (let user = 0; user < 20_000; user++)
      if (evaluateFlag(datafile, { id: `user-${user}` }).variation === 'on') on++;
    expect(Math.abs(on - 2500)).toBeLessThan(200);
  });
});

describe('the order of two rules', () => {
  it('matters only for those whom both serve', () => {
    fc.assert(
      fc.property(
        ruleArbitrary,
        ruleArbitrary,
        segmentsArbitrary,
        userArbitrary,
        nowArbitrary,
        (...drawn) => {
          const [one, other, segments, user, now] = drawn;
          const servedBy = (...rules: readonly unknown[]): string | null => {
            const { variation, reason } = evaluateFlag(datafileOfRules(rules, ...segments), user, now);
            return reason === 'targeting_rule_matched' ? variation : null;
          };
          const [alone, otherAlone] = [servedBy(one), servedBy(other)];
          if (alone !== null && otherAlone !== null) {
            expect(servedBy(one, other)).toBe(alone);
            expect(servedBy(other, one)).toBe(otherAlone);
          } else {
            expect(servedBy(one, other)).toBe(servedBy(other, one));
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('whatever is stored and whoever asks', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;

  it('nothing throws', () => {
    fc.assert(
      fc.property(json, json, fc.double(), (document, user, now) => {
        const fragments = ['feature', 'segment'].map(
          (kind) => ({ kind, id: 'x', document }) as DatafileFragment,
        );
        expect(() => askEverything(fragments, user, now)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  it('nothing throws when a well-formed feature is damaged in one place', () => {
    fc.assert(
      fc.property(featureArbitrary(4), segmentsArbitrary, fc.nat(), json, userArbitrary, json, (...drawn) => {
        const [feature, segments, index, damage, user, otherUser] = drawn;
        const fragments = [featureChange(feature), ...segments.map(segmentChange)];
        const damaged = replaceAt(fragments, index, damage);
        expect(() => askEverything(damaged, user, 0)).not.toThrow();
        expect(() => askEverything(fragments, otherUser, 0)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  function askEverything(fragments: readonly DatafileFragment[], user: unknown, now: number): void {
    const datafile = createDatafile();
    datafile.apply(compileFragments(fragments));
    const isObject = typeof user === 'object' && !Array.isArray(user);
    const contexts = [
      null,
      isObject ? (user as Record<string, unknown>) : { custom_data: user, audiences: user },
    ];
    for (const key of ['flag', '', '__proto__', 'x']) {
      for (const context of contexts)
        JSON.parse(`${evaluate(datafile, key, readContext(context), now).text}}`);
      findVariable(datafile, key);
    }
  }

  /** Returns a copy with the nth node of the fragments' documents replaced. */
  function replaceAt(
    fragments: readonly DatafileFragment[],
    index: number,
    damage: unknown,
  ): DatafileFragment[] {
    const copy = structuredClone(fragments) as DatafileFragment[];
    const indexes: (() => void)[] = [];
    const visit = (parent: Record<string, unknown>): void => {
      for (const [key, child] of Object.entries(parent)) {
        indexes.push(() => (parent[key] = damage));
        if (typeof child === 'object' && child !== null) visit(child as Record<string, unknown>);
      }
    };
    for (const fragment of copy) visit({ document: fragment.document });
    indexes[index % indexes.length]?.();
    return copy;
  }
});
