import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../../api/types.ts';
import { computeShares, findHints, rolloutChange } from './hints.ts';

const staff: Rule = {
  name: 'Staff',
  any_of: [{ all_of: [{ property: 'email', operator: 'ends_with', values: ['@a.example'] }] }],
  serve: { variation: 'on' },
};
const all: Rule = { name: 'All', any_of: [], serve: { variation: 'off' } };
const now = Date.parse('2026-06-01T00:00:00Z');
const segments = [{ slug: 'empty', name: 'Nobody yet', any_of: [] }];
const variations = [{ slug: 'on', name: 'One page' }];
const hints = (rules: readonly Rule[], at: number) =>
  findHints({ targeting: { enabled: true, rules }, defaults: {} }, at, { segments, variations, now });

describe('a hint tells of', () => {
  it.each<[string, Rule, string[]]>([
    ['nothing', staff, []],
    [
      'a condition without a value',
      { ...staff, any_of: [{ all_of: [{ property: 'email', operator: 'is', values: [] }] }] },
      ['A condition has no value yet.'],
    ],
    [
      'a custom attribute without a name',
      { ...staff, any_of: [{ all_of: [{ property: 'custom', custom_key: '', operator: 'exists' }] }] },
      ['A custom attribute has no name yet.'],
    ],
    [
      'a segment that everybody is in',
      {
        ...staff,
        any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['empty'] }] }],
      },
      ['The segment Nobody yet has no conditions, so everyone is in it.'],
    ],
    [
      'a share of 0',
      {
        ...staff,
        serve: {
          split: [
            { variation: 'on', weight: 0 },
            { variation: 'off', weight: 100 },
          ],
        },
      },
      ['No one gets One page: the share is 0%.'],
    ],
    [
      'a rollout of 0',
      { ...staff, rollout: { percentage: 0 } },
      ['The rollout is at 0%, so no one gets this rule.'],
    ],
    [
      'a schedule that is over',
      { ...staff, schedule: { to: '2026-01-01T00:00:00Z' } },
      ['The schedule has ended.'],
    ],
    [
      'a schedule that has not begun',
      { ...staff, schedule: { from: '2027-01-01T00:00:00Z' } },
      ['The schedule has not started yet.'],
    ],
    [
      'a schedule that never is',
      { ...staff, schedule: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
      ['The schedule ends before it starts.'],
    ],
    [
      'an empty group',
      { ...staff, any_of: [{ all_of: [] }] },
      ['A group without conditions matches everyone.'],
    ],
    ['nothing of a rule that is disabled', { ...staff, enabled: false, rollout: { percentage: 0 } }, []],
  ])('%s', (_, rule, expected) => {
    expect(hints([rule], 0)).toEqual(expected);
  });

  it('a rule that nobody reaches', () => {
    expect(hints([all, staff], 1)).toEqual(['Never reached: rule 1 applies to everyone.']);
    expect(hints([{ ...all, rollout: { percentage: 99 } }, staff], 1)).toEqual([]);
    expect(hints([{ ...all, enabled: false }, staff], 1)).toEqual([]);
  });
});

it('a changed rollout says who loses what', () => {
  const at = (percentage: number): Rule => ({ ...staff, rollout: { percentage } });
  expect(rolloutChange(at(10), at(20))).toBe('No one who has it loses it.');
  expect(rolloutChange(at(20), at(10))).toBe('50% of the users who have it lose it. See the preview.');
  expect(rolloutChange(staff, at(90))).toContain('10% of the users who have it lose it');
  expect(rolloutChange(at(5), at(5))).toBeUndefined();
  expect(rolloutChange(undefined, at(5))).toBeUndefined();
});

it('rollout times split is what part of those who match gets each variation', () => {
  const split = [
    { variation: 'on', weight: 25 },
    { variation: 'off', weight: 75 },
  ];
  expect(computeShares({ serve: { split } }, 20)).toEqual([
    { variation: 'on', share: 5 },
    { variation: 'off', share: 15 },
  ]);
});
