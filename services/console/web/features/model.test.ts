import { describe, expect, it } from '@jest/globals';
import { stateOf } from './model.ts';

const none = { targeting: 'none', rules: [], rule_count: 0, defaults: {}, override_count: 0 } as const;
const half = [
  { variation: 'off', weight: 50 },
  { variation: 'on', weight: 50 },
];
const rule = { name: 'Half', enabled: true, serves: half };
const on = { ...none, targeting: 'on', rules: [rule], rule_count: 1, defaults: { a: 'off' } } as const;
const everybody = [{ variation: 'off', weight: 100 }];

describe('the state of a feature in an environment', () => {
  it.each([
    ['nothing is set', none, 'live', { word: 'nothing', tone: 'plain', shares: [] }],
    [
      'a default',
      { ...none, defaults: { a: 'off' } },
      'live',
      { word: 'default', tone: 'plain', shares: everybody },
    ],
    [
      'different defaults',
      { ...none, defaults: { a: 'off', b: 'on' } },
      'live',
      { word: 'default', tone: 'plain', shares: [] },
    ],
    ['a rule', on, 'live', { word: '1 rule', tone: 'on', shares: half }],
    ['seven rules', { ...on, rule_count: 7 }, 'live', { word: '7 rules', tone: 'on', shares: half }],
    [
      'disabled rules alone',
      { ...on, rules: [{ ...rule, enabled: false }] },
      'live',
      { word: 'no rules', tone: 'on', shares: everybody },
    ],
    ['the switch off', { ...on, targeting: 'off' }, 'live', { word: 'off', tone: 'off', shares: [] }],
    ['complete', on, 'complete', { word: 'default', tone: 'plain', shares: everybody }],
    ['archived', on, 'archived', { word: 'nothing', tone: 'off', shares: [] }],
  ] as const)('with %s', (_, summary, status, expected) => {
    expect(stateOf(summary, status)).toEqual(expected);
  });
});
