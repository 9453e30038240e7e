import { describe, expect, it } from '@jest/globals';
import type { RuleDefinition } from '@bunting/evaluator/definition';
import fc from 'fast-check';
import { ruleTriples } from '../test/merge-arbitraries.ts';
import { isEqual } from './is-equal.ts';
import { pairRules } from './older-records.ts';
import type { Pair, Paired } from './pair-entries.ts';

const alike = (left: RuleDefinition, right: RuleDefinition): boolean =>
  (left.name === '' && right.name === '') ||
  isEqual(left.any_of, right.any_of) ||
  isEqual(left.serve, right.serve);

/** Compares each rule with each, test by test. */
function matchEach(
  before: readonly RuleDefinition[],
  after: readonly RuleDefinition[],
  tests: readonly ((left: RuleDefinition, right: RuleDefinition) => boolean)[],
): Paired {
  const pairs: Pair[] = [];
  let removed = [...before.keys()];
  let added = [...after.keys()];
  for (const test of tests) {
    for (const from of removed) {
      const to = added.find((index) => test(before[from]!, after[index]!));
      if (to === undefined) continue;
      pairs.push([from, to]);
      added = added.filter((index) => index !== to);
    }
    removed = removed.filter((index) => !pairs.some(([from]) => from === index));
  }
  return { pairs: pairs.toSorted(([one], [other]) => one - other), removed, added };
}

describe('pairRules', () => {
  it('pairs by content, by name, by content without name, then by likeness: as comparing each with each does', () => {
    fc.assert(
      fc.property(ruleTriples({ withIds: false }), ({ theirs, ours }) => {
        expect(pairRules(theirs, ours)).toEqual(
          matchEach(theirs, ours, [
            isEqual,
            (left, right) => left.name !== '' && left.name === right.name,
            (left, right) => isEqual({ ...left, name: '' }, { ...right, name: '' }),
            alike,
          ]),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads each rule a few times only, however many are alike', () => {
    let reads = 0;
    const counted = (rule: RuleDefinition): RuleDefinition => ({
      ...rule,
      get serve() {
        reads += 1;
        return rule.serve;
      },
    });
    const rules = (percentage: number, name: (index: number) => string): RuleDefinition[] =>
      Array.from({ length: 1_000 }, (_, index) =>
        counted({
          name: name(index),
          any_of: [{ all_of: [{ property: 'user_id', operator: 'is', values: [`${index % 7}`] }] }],
          rollout: { percentage: percentage + index / 1_000 },
          serve: { variation: 'on' },
        }),
      );
    const [unnamed, named] = [() => '', (index: number) => `rule ${index}`];
    for (const [before, after] of [
      [rules(10, unnamed), rules(20, unnamed)],
      [rules(10, named), rules(20, unnamed)],
      [rules(10, named), rules(20, (index) => `rule ${999 - index}`)],
    ] as const) {
      reads = 0;
      expect(pairRules(before, after).pairs).toHaveLength(1_000);
      expect(reads).toBeLessThan(10 * 2_000);
    }
  });

  it('reads no rule with an id that no other rule has, however many are alike', () => {
    const reads = { id: 0, serve: 0 };
    const rules = (kind: string): RuleDefinition[] =>
      Array.from({ length: 1_000 }, (_, index) => ({
        get id() {
          reads.id += 1;
          return `${kind} ${index}`;
        },
        name: '',
        any_of: [],
        get serve() {
          reads.serve += 1;
          return { variation: 'on' };
        },
      }));
    const { pairs, removed, added } = pairRules(rules('old'), rules('new'));
    expect([pairs.length, removed.length, added.length]).toEqual([0, 1_000, 1_000]);
    expect(reads.serve).toBe(0);
    expect(reads.id).toBeLessThan(20 * 2_000);
  });
});
