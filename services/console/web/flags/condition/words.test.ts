import { describe, expect, it } from '@jest/globals';
import { getAttribute, describeTargeting, describeServed } from './words.ts';

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
  describeTargeting({ targeting, defaults }, nameOf);

describe('what is served, in words', () => {
  it.each([
    ['no targeting', null, off, 'Everyone gets Off.'],
    ['no default', null, { a: null }, 'Everyone gets no value.'],
    ['no variable', null, {}, 'No variables yet, so nothing is served.'],
    ['no rule', { enabled: true, rules: [] }, off, 'Everyone gets Off.'],
    [
      'rules',
      { enabled: true, rules: [staff, half] },
      off,
      'Staff: One page. Canada: 50% Off, 50% One page. Everyone else gets Off.',
    ],
    ['a disabled rule', { enabled: true, rules: [{ ...staff, enabled: false }] }, off, 'Everyone gets Off.'],
    [
      'a rollout',
      { enabled: true, rules: [{ ...staff, rollout: { percentage: 20 } }] },
      off,
      'Staff (20%): One page. Everyone else gets Off.',
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
      'Staff (gradual rollout, scheduled): One page. Everyone else gets Off.',
    ],
    [
      'a rule for everybody',
      { enabled: true, rules: [{ any_of: [], serve: { variation: 'one-page' } }, staff] },
      off,
      'Everyone gets One page.',
    ],
    [
      'a split for everybody',
      { enabled: true, rules: [{ any_of: [], serve: half.serve }] },
      off,
      'Everyone: 50% Off, 50% One page.',
    ],
    [
      'a rule for everybody else that has a name',
      { enabled: true, rules: [staff, { ...half, name: 'Rest', any_of: [] }, staff] },
      off,
      'Staff: One page. Rest (everyone else): 50% Off, 50% One page.',
    ],
    [
      'a part of everybody',
      {
        enabled: true,
        rules: [{ any_of: [], rollout: { percentage: 20 }, serve: { variation: 'one-page' } }],
      },
      off,
      'Everyone (20%): One page. Everyone else gets Off.',
    ],
    [
      'a rule without a name',
      { enabled: true, rules: [{ ...half, name: '', rollout: { percentage: 25 } }] },
      off,
      'If country is CA (25%): 50% Off, 50% One page. Everyone else gets Off.',
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
      'If custom.plan is a, b, c, 2 more and email is set …: One page. Everyone else gets Off.',
    ],
    ['different defaults', null, { a: 'off', b: 'one-page' }, 'Everyone gets Off for a, One page for b.'],
    [
      'many rules',
      { enabled: true, rules: Array.from({ length: 6 }, () => staff) },
      off,
      'Staff: One page. Staff: One page. Staff: One page. Staff: One page. 2 more rules. Everyone else gets Off.',
    ],
    [
      'the switch off',
      { enabled: false, rules: [staff] },
      off,
      'Switched off. Apps use their code defaults.',
    ],
  ])('with %s', (_, targeting, defaults, sentence) => {
    expect(say(targeting, defaults)).toBe(sentence);
  });
});

it('names the first prerequisite', () => {
  const prerequisites = [
    { variable: 'pay', variations: ['on', 'beta'] },
    { variable: 'stock', variations: ['on'] },
  ];
  expect(say({ enabled: true, prerequisites, rules: [staff] }, off)).toBe(
    'Requires pay to serve on or beta, and 1 more. Staff: One page. Everyone else gets Off.',
  );
});

it.each([
  ['live', 'Staff: One page. Everyone else gets Off.'],
  ['complete', 'Complete. Everyone gets Off.'],
  ['archived', 'Archived. Apps use their code defaults.'],
])('of a feature that is %s it is said: %s', (status, sentence) => {
  const serving = { targeting: { enabled: true, rules: [staff] }, defaults: off };
  expect(describeServed(status, serving, nameOf)).toBe(sentence);
});

it('names attributes as conditions do', () => {
  expect(getAttribute({ property: 'email' })).toBe('email');
  expect(getAttribute({ property: 'custom', custom_key: 'plan' })).toBe('custom.plan');
});
