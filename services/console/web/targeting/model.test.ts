import { describe, expect, it } from '@jest/globals';
import {
  addRule,
  changeRule,
  documentOf,
  duplicateRule,
  hintsOf,
  moveRule,
  removeRule,
  serveOne,
  serveSplit,
  switchTargeting,
  withDefault,
  withWeight,
} from './model.ts';

const staff = {
  name: 'Staff',
  any_of: [{ all_of: [{ property: 'email', operator: 'ends_with', values: ['@a.example'] }] }],
  serve: { variation: 'on' },
};
const all = { name: 'All', any_of: [], serve: { variation: 'off' } };
const document = { targeting: { enabled: true, rules: [staff, all] }, defaults: { a: 'off' } };
const namesOf = (changed: ReturnType<typeof addRule>) => changed.targeting!.rules.map(({ name }) => name);

describe('the document', () => {
  it('is what the server sends, with targeting or without', () => {
    expect(documentOf({ targeting: null, defaults: {} })).toEqual({ targeting: null, defaults: {} });
    expect(documentOf({ targeting: { rules: [all] }, defaults: {} }).targeting).toEqual({
      enabled: false,
      rules: [all],
    });
  });

  it('gets rules at its end, and is switched on by the first', () => {
    const first = addRule({ targeting: null, defaults: {} }, 'on');
    expect(first.targeting).toEqual({
      enabled: true,
      rules: [{ name: '', enabled: true, any_of: [], serve: { variation: 'on' } }],
    });
    expect(namesOf(addRule(document, 'on'))).toEqual(['Staff', 'All', '']);
  });

  it('has its rules moved, copied, changed and removed', () => {
    expect(namesOf(moveRule(document, 1, -1))).toEqual(['All', 'Staff']);
    expect(namesOf(moveRule(document, 0, -1))).toEqual(['Staff', 'All']);
    expect(namesOf(moveRule(document, 0, 5))).toEqual(['All', 'Staff']);
    expect(namesOf(duplicateRule(document, 0))).toEqual(['Staff', 'Staff (copy)', 'All']);
    expect(namesOf(changeRule(document, 0, { ...staff, name: 'People' }))).toEqual(['People', 'All']);
    expect(namesOf(removeRule(document, 0))).toEqual(['All']);
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

describe('a hint', () => {
  it('tells of a rule that nobody reaches, of a condition without a value, of an empty share, of a past schedule', () => {
    const hidden = { targeting: { enabled: true, rules: [all, staff] }, defaults: {} };
    expect(hintsOf(hidden, 1)).toEqual(['Nobody reaches this rule: rule 1 serves everybody.']);
    expect(hintsOf(document, 1)).toEqual([]);
    const strange = {
      any_of: [{ all_of: [{ property: 'email', operator: 'is', values: [] }] }],
      schedule: { to: '2020-01-01T00:00:00Z' },
      serve: { split: [{ variation: 'on', weight: 0 }] },
    };
    expect(hintsOf({ targeting: { enabled: true, rules: [strange] }, defaults: {} }, 0)).toEqual([
      'A condition has no value yet.',
      'on has a share of 0.',
      'Its schedule is over.',
    ]);
  });
});
