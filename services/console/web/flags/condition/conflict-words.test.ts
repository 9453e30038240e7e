import { describe, expect, it } from '@jest/globals';
import { sideInWords } from './conflict-words.ts';

const names: Record<string, string> = { off: 'Off', 'one-page': 'One page' };
const saying = { nameOf: (slug: string) => names[slug] ?? slug, momentOf: (at: string) => at.slice(0, 10) };
const say = (path: string, value: unknown) => sideInWords(path, value, saying);
const groups = [
  {
    all_of: [
      { property: 'email', operator: 'ends_with', values: ['@a.example', '@b.example'] },
      { property: 'custom', custom_key: 'plan', operator: 'is', values: ['pro'], ignore_case: true },
    ],
  },
  { all_of: [{ property: 'country', operator: 'exists' }] },
];
const inWords =
  'if email ends with @a.example, @b.example and custom.plan is pro (ignore case) or country is set';
const staff = { name: 'Staff', any_of: groups, serve: { variation: 'one-page' } };
const split = {
  split: [
    { variation: 'off', weight: 60 },
    { variation: 'one-page', weight: 40 },
  ],
};

describe('one side of a conflict is said in words:', () => {
  it.each<[string, string, unknown, string]>([
    ['a rollout', 'targeting.rules[0].rollout', { percentage: 60 }, '60% of matching users'],
    ['no rollout', 'targeting.rules[0].rollout', null, 'all matching users'],
    ['no schedule', 'targeting.rules[0].schedule', null, 'always'],
    ['a variation', 'targeting.rules[1].serve', { variation: 'one-page' }, 'One page'],
    ['a split', 'targeting.rules[1].serve', split, '60% Off, 40% One page'],
    ['conditions', 'targeting.rules[1].any_of', groups, inWords],
    ['no conditions', 'targeting.rules[1].any_of', [], 'everyone'],
    ['the conditions of a segment', 'any_of', groups, inWords],
    ['the name of a rule', 'targeting.rules[1].name', '', 'empty'],
    ['a rule that is disabled', 'targeting.rules[1].enabled', false, 'disabled'],
    ['a rule', 'targeting.rules[1]', staff, `Staff, ${inWords}: One page`],
    ['a rule that is gone', 'targeting.rules[1]', null, 'removed'],
    [
      'an added rule with the name of a member',
      'targeting.rules.added.serve',
      staff,
      `Staff, ${inWords}: One page`,
    ],
    [
      'rules that were added at one place',
      'targeting.rules.added[0]',
      [staff, { any_of: [], enabled: false, rollout: { percentage: 5 }, serve: split }],
      `Staff, ${inWords}: One page; Everyone, 5% of matching users, disabled: 60% Off, 40% One page`,
    ],
    ['an order', 'targeting.rules', ['rule 1 "a"', 'rule 2'], 'rule 1 "a", rule 2'],
    ['the switch', 'targeting.enabled', false, 'off'],
    ['no targeting', 'targeting', null, 'no rules: everyone gets the default'],
    ['a default', 'defaults.checkout', 'one-page', 'One page'],
    ['no default', 'defaults["a.b"]', null, 'none'],
    ['the name of a segment', 'name', 'Canada', 'Canada'],
  ])('%s', (_, path, value, words) => {
    expect(say(path, value)).toBe(words);
  });

  it('stages and a schedule with their times', () => {
    const stages = [{ at: '2026-01-01T09:30:00Z', percentage: 10 }];
    expect(say('targeting.rules[0].rollout', { stages })).toBe('10% on 2026-01-01');
    const schedule = { from: '2026-01-10T09:30:00Z', to: '2026-02-10T09:30:00Z' };
    expect(say('targeting.rules[0].schedule', schedule)).toBe('from 2026-01-10 until 2026-02-10');
  });
});
