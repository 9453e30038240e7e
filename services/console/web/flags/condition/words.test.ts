import { describe, expect, it } from '@jest/globals';
import { attributeOf, sentenceOf, servedSentenceOf } from './words.ts';

const names: Record<string, string> = { off: 'Off', 'one-page': 'One page' };
const nameOf = (slug: string) => names[slug] ?? slug;
const off = { 'checkout-enabled': 'off', 'checkout-layout': 'off' };
const staff = { name: 'Staff', any_of: [{ all_of: [] }], serve: { variation: 'one-page' } };
const half = {
  name: 'Canada',
  any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
  serve: {
    split: [
      { variation: 'off', weight: 50 },
      { variation: 'one-page', weight: 50 },
    ],
  },
};
const say = (targeting: object | null, defaults: Record<string, string | null> = off) =>
  sentenceOf({ targeting, defaults }, nameOf);

describe('what is served, in words', () => {
  it.each([
    ['no targeting', null, off, 'Everybody gets Off.'],
    ['no default', null, { a: null }, 'Everybody gets nothing.'],
    ['no variable', null, {}, 'There is no variable yet, so nothing is served.'],
    ['no rule', { enabled: true, rules: [] }, off, 'Everybody gets Off.'],
    [
      'rules',
      { enabled: true, rules: [staff, half] },
      off,
      'Staff: One page. Canada: 50 % Off, 50 % One page. Everybody else gets Off.',
    ],
    ['a disabled rule', { enabled: true, rules: [{ ...staff, enabled: false }] }, off, 'Everybody gets Off.'],
    [
      'a rollout',
      { enabled: true, rules: [{ ...staff, rollout: { percentage: 20 } }] },
      off,
      'Staff (20 % of them): One page. Everybody else gets Off.',
    ],
    [
      'stages and a schedule',
      {
        enabled: true,
        rules: [
          {
            ...staff,
            rollout: { stages: [{ at: '2026-01-01T00:00:00Z', percentage: 10 }] },
            schedule: { to: '2026-02-01T00:00:00Z' },
          },
        ],
      },
      off,
      'Staff (in stages, on a schedule): One page. Everybody else gets Off.',
    ],
    [
      'a rule for everybody',
      { enabled: true, rules: [{ any_of: [], serve: { variation: 'one-page' } }, staff] },
      off,
      'Everybody gets One page.',
    ],
    [
      'a split for everybody',
      { enabled: true, rules: [{ any_of: [], serve: half.serve }] },
      off,
      'Everybody: 50 % Off, 50 % One page.',
    ],
    [
      'a rule for everybody else that has a name',
      { enabled: true, rules: [staff, { ...half, name: 'Rest', any_of: [] }, staff] },
      off,
      'Staff: One page. Rest (everybody else): 50 % Off, 50 % One page.',
    ],
    [
      'a part of everybody',
      {
        enabled: true,
        rules: [{ any_of: [], rollout: { percentage: 20 }, serve: { variation: 'one-page' } }],
      },
      off,
      'Everybody (20 % of them): One page. Everybody else gets Off.',
    ],
    [
      'a rule without a name',
      { enabled: true, rules: [{ ...half, name: '', rollout: { percentage: 25 } }] },
      off,
      'If country is CA (25 % of them): 50 % Off, 50 % One page. Everybody else gets Off.',
    ],
    [
      'many conditions of a rule without a name',
      {
        enabled: true,
        rules: [
          {
            any_of: [
              {
                all_of: [
                  {
                    property: 'custom',
                    custom_key: 'plan',
                    operator: 'is',
                    values: ['a', 'b', 'c', 'd', 'e'],
                  },
                  { property: 'email', operator: 'exists' },
                  { property: 'country', operator: 'is', values: ['CA'] },
                ],
              },
            ],
            serve: { variation: 'one-page' },
          },
        ],
      },
      off,
      'If custom.plan is a, b, c, 2 more and email is set …: One page. Everybody else gets Off.',
    ],
    ['different defaults', null, { a: 'off', b: 'one-page' }, 'Everybody gets Off for a, One page for b.'],
    [
      'many rules',
      { enabled: true, rules: Array.from({ length: 6 }, () => staff) },
      off,
      'Staff: One page. Staff: One page. Staff: One page. Staff: One page. 2 more rules follow. Everybody else gets Off.',
    ],
    [
      'the switch off',
      { enabled: false, rules: [staff] },
      off,
      'Switched off: nobody gets anything, applications use the values in their code.',
    ],
  ])('with %s', (_, targeting, defaults, sentence) => {
    expect(say(targeting, defaults)).toBe(sentence);
  });
});

it.each([
  ['live', 'Staff: One page. Everybody else gets Off.'],
  ['complete', 'Complete. Everybody gets Off.'],
  ['archived', 'Archived: nobody gets anything, applications use the values in their code.'],
])('of a feature that is %s it is said: %s', (status, sentence) => {
  const serving = { targeting: { enabled: true, rules: [staff] }, defaults: off };
  expect(servedSentenceOf(status, serving, nameOf)).toBe(sentence);
});

it('names attributes as conditions do', () => {
  expect(attributeOf({ property: 'email' })).toBe('email');
  expect(attributeOf({ property: 'custom', custom_key: 'plan' })).toBe('custom.plan');
});
