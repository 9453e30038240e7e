import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../../api/types.ts';
import {
  addRule,
  changeRule,
  toDocument,
  duplicateRule,
  firstStages,
  moveRule,
  removeRule,
  serveOne,
  serveSplit,
  switchTargeting,
  withBorder,
  withBucketBy,
  withDefault,
  withRollout,
  withSchedule,
  withStages,
  withWeight,
} from './model.ts';
import { rolloutAt } from '../../../flags/rollout/rollout.ts';

const staff: Rule = {
  name: 'Staff',
  any_of: [{ all_of: [{ property: 'email', operator: 'ends_with', values: ['@a.example'] }] }],
  serve: { variation: 'on' },
};
const all = { name: 'All', any_of: [], serve: { variation: 'off' } };
const document = { targeting: { enabled: true, rules: [staff, all] }, defaults: { a: 'off' } };
const namesOf = (changed: ReturnType<typeof addRule>) => changed.targeting!.rules.map(({ name }) => name);

describe('the document', () => {
  it('is what the server sends, with targeting or without', () => {
    expect(toDocument({ targeting: null, defaults: {} })).toEqual({ targeting: null, defaults: {} });
    expect(toDocument({ targeting: { rules: [all] }, defaults: {} }).targeting).toEqual({
      enabled: false,
      rules: [all],
    });
  });

  it('gets rules at its end, and is switched on by the first', () => {
    const first = addRule({ targeting: null, defaults: {} }, ['on']);
    expect(first.targeting).toEqual({
      enabled: true,
      rules: [{ id: expect.any(String), name: '', enabled: true, any_of: [], serve: { variation: 'on' } }],
    });
    expect(namesOf(addRule(document, ['on']))).toEqual(['Staff', 'All', '']);
  });

  it('gets a rule that serves what no default serves, if there is such a variation', () => {
    const served = (variations: readonly string[]) =>
      addRule(document, variations).targeting!.rules[2]!.serve;
    expect(served(['off', 'on'])).toEqual({ variation: 'on' });
    expect(served(['off'])).toEqual({ variation: 'off' });
  });

  it('has its rules moved, copied, changed and removed', () => {
    expect(namesOf(moveRule(document, 1, -1))).toEqual(['All', 'Staff']);
    expect(namesOf(moveRule(document, 0, -1))).toEqual(['Staff', 'All']);
    expect(namesOf(moveRule(document, 0, 5))).toEqual(['All', 'Staff']);
    expect(namesOf(duplicateRule(document, 0))).toEqual(['Staff', 'Staff (copy)', 'All']);
    expect(namesOf(changeRule(document, 0, { ...staff, name: 'People' }))).toEqual(['People', 'All']);
    expect(namesOf(removeRule(document, 0))).toEqual(['All']);
  });

  it('keeps the ids of rules that are moved and changed; a copy gets one of its own', () => {
    const rules = [
      { ...staff, id: 'staff' },
      { ...all, id: 'all' },
    ];
    const identified = { ...document, targeting: { enabled: true, rules } };
    const idsOf = (changed: typeof identified) => changed.targeting.rules.map(({ id }) => id);
    expect(idsOf(moveRule(identified, 1, -1) as typeof identified)).toEqual(['all', 'staff']);
    const [first, copy, last] = idsOf(duplicateRule(identified, 0) as typeof identified);
    expect([first, last]).toEqual(['staff', 'all']);
    expect(copy).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is switched, and has defaults', () => {
    expect(switchTargeting(document, false).targeting).toEqual({ enabled: false, rules: [staff, all] });
    expect(withDefault(document, 'a', null).defaults).toEqual({ a: null });
  });
});

describe('a split', () => {
  it('begins in equal parts whose sum is exactly 100', () => {
    const { split } = serveSplit(staff, ['a', 'b', 'c']).serve;
    expect(split!.map(({ weight }) => weight)).toEqual([33.333, 33.333, 33.334]);
    expect(serveOne(serveSplit(staff, ['a', 'b']), 'a').serve).toEqual({ variation: 'a' });
  });

  it.each([
    [[50, 50], 0, 60, [60, 40]],
    [[50, 30, 20], 0, 75, [75, 15, 10]],
    [[50, 30, 20], 1, 100, [0, 100, 0]],
    [[100, 0, 0], 0, 40, [40, 30, 30]],
    [[33.333, 33.333, 33.334], 0, 0.001, [0.001, 49.998, 50.001]],
    [[50, 50], 0, 130, [100, 0]],
    [[50, 50], 1, -3, [100, 0]],
  ])('%j with share %i at %d gives %j', (weights, at, weight, expected) => {
    const split = weights.map((each, index) => ({ variation: String(index), weight: each }));
    const after = withWeight(split, at, weight).map((share) => share.weight);
    expect(after).toEqual(expected);
    expect(after.reduce((sum, each) => sum + each * 1_000, 0)).toBeCloseTo(100_000, 6);
  });
});

describe('a border', () => {
  it('moves between its two neighbours, no further than they reach', () => {
    const split = [50, 30, 20].map((weight, index) => ({ variation: String(index), weight }));
    const weights = (at: number, by: number) => withBorder(split, at, by).map(({ weight }) => weight);
    expect(weights(0, 1)).toEqual([51, 29, 20]);
    expect(weights(0, -0.1)).toEqual([49.9, 30.1, 20]);
    expect(weights(1, 99)).toEqual([50, 50, 0]);
    expect(weights(0, -99)).toEqual([0, 80, 20]);
    expect(weights(2, 1)).toEqual([50, 30, 20]);
  });
});

describe('a rollout', () => {
  it('of everybody is none, and has three decimals', () => {
    expect(withRollout(staff, 12.34567).rollout).toEqual({ percentage: 12.346 });
    expect(withRollout(withRollout(staff, 5), 100)).toEqual(staff);
    expect(withRollout(staff, -3).rollout).toEqual({ percentage: 0 });
  });

  it('in stages is sorted by time, and grows in a straight line between two', () => {
    const [first, second] = [
      { at: '2026-01-01T00:00:00Z', percentage: 10 },
      { at: '2026-01-03T00:00:00Z', percentage: 50 },
    ];
    const { rollout } = withStages(staff, [second, first]);
    expect(rollout).toEqual({ stages: [first, second] });
    const at = (time: string) => rolloutAt(rollout, Date.parse(time));
    expect([at('2025-12-31T00:00:00Z'), at('2026-01-02T00:00:00Z'), at('2027-01-01T00:00:00Z')]).toEqual([
      0, 30, 50,
    ]);
    expect(withStages(withStages(staff, [first]), [])).toEqual(staff);
    expect(firstStages(0).map(({ percentage }) => percentage)).toEqual([10, 50, 100]);
  });
});

describe('a schedule and the attributes of buckets', () => {
  it('are there while they say something', () => {
    const until = withSchedule(staff, 'to', '2026-02-01T00:00:00Z');
    expect(until.schedule).toEqual({ to: '2026-02-01T00:00:00Z' });
    expect(withSchedule(until, 'to', undefined)).toEqual(staff);
    expect(withBucketBy(staff, ['email']).serve.bucket_by).toEqual(['email']);
    expect(withBucketBy(withBucketBy(staff, ['email']), [])).toEqual(staff);
  });
});
