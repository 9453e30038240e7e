import { describe, expect, it } from '@jest/globals';
import type { RuleDefinition } from '@bunting/evaluator/definition';
import { toGroups, canada, diffLines, staff } from '../../test/diff-lines.ts';

const half = {
  split: [
    { variation: 'off', weight: 50 },
    { variation: 'one-page', weight: 50 },
  ],
};
const onePage = { variation: 'one-page' };
const rule = (parts: object = {}) =>
  ({
    name: 'Half of Canada',
    enabled: true,
    any_of: toGroups([canada]),
    serve: half,
    ...parts,
  }) as RuleDefinition;
const first = rule({ name: 'Staff', any_of: toGroups([staff]), serve: onePage });

const targeting = (before: object | null, after: object | null) =>
  diffLines('targeting.updated', 'web/checkout in production', before, after);
const rules = (before: object[], after: object[]) =>
  targeting({ enabled: true, rules: before }, { enabled: true, rules: after });
/** Returns the part of the line after the name of the second rule. */
const second = (before: object, after: object) =>
  rules([first, rule(before)], [first, rule(after)]).map((line) => {
    const start = 'targeting of checkout in production: rule 2 "Half of Canada": ';
    return line.startsWith(start) ? line.slice(start.length) : line;
  });

describe('the difference of targeting', () => {
  it.each<[string, string[], string[]]>([
    [
      'that it is created, with its rules',
      targeting(null, { enabled: true, rules: [first] }),
      [
        'targeting of checkout in production: created, on',
        'targeting of checkout in production: rule 1 "Staff": added (email ends_with @acme.example → one-page)',
      ],
    ],
    [
      'that it is removed',
      targeting({ enabled: true, rules: [first] }, null),
      ['targeting of checkout in production: removed'],
    ],
    [
      'that it is switched off',
      targeting({ enabled: true, rules: [] }, { enabled: false, rules: [] }),
      ['targeting of checkout in production: on → off'],
    ],
    [
      'prerequisites that come, change and go, in whatever order they stand',
      targeting(
        {
          enabled: true,
          prerequisites: [
            { variable: 'payments-enabled', variations: ['on'] },
            { variable: 'wallet', variations: ['on'] },
            { variable: 'same', variations: ['on'] },
          ],
          rules: [],
        },
        {
          enabled: true,
          prerequisites: [
            { variable: 'same', variations: ['on'] },
            { variable: 'payments-enabled', variations: ['on', 'beta'] },
            { variable: 'stock', variations: ['on'] },
          ],
          rules: [],
        },
      ),
      [
        'targeting of checkout in production: prerequisite payments-enabled: on → on, beta',
        'targeting of checkout in production: prerequisite wallet: removed (on)',
        'targeting of checkout in production: prerequisite stock: added (on)',
      ],
    ],
    [
      'a rule that comes',
      rules([first], [first, rule()]),
      [
        'targeting of checkout in production: rule 2 "Half of Canada": added (country is CA → off 50 %, one-page 50 %)',
      ],
    ],
    [
      'a rule that goes',
      rules([first, rule()], [rule()]),
      [
        'targeting of checkout in production: rule 1 "Staff": removed (email ends_with @acme.example → one-page)',
      ],
    ],
    [
      'a rule that moves',
      rules([first, rule(), rule({ name: 'Third' })], [rule({ name: 'Third' }), first, rule()]),
      ['targeting of checkout in production: rule 3 "Third": moved from 3 to 1'],
    ],
    [
      'a rule that moves and changes',
      rules([first, rule()], [rule({ enabled: false }), first]),
      [
        'targeting of checkout in production: rule 2 "Half of Canada": on → off',
        'targeting of checkout in production: rule 2 "Half of Canada": moved from 2 to 1',
      ],
    ],
    [
      'another name, where the rule is the same otherwise',
      rules([rule()], [rule({ name: 'A half' })]),
      ['targeting of checkout in production: rule 1 "Half of Canada": name "Half of Canada" → "A half"'],
    ],
    [
      'another name, at the same position with the same content',
      rules([first, rule()], [first, rule({ name: 'B', any_of: [] })]),
      [
        'targeting of checkout in production: rule 2 "Half of Canada": name "Half of Canada" → "B"',
        'targeting of checkout in production: rule 2 "Half of Canada": for country is CA → everyone',
      ],
    ],
    [
      'another rule at the same position as another rule',
      rules([first], [rule()]),
      [
        'targeting of checkout in production: rule 1 "Staff": removed (email ends_with @acme.example → one-page)',
        'targeting of checkout in production: rule 1 "Half of Canada": added (country is CA → off 50 %, one-page 50 %)',
      ],
    ],
    [
      'a rule without a name by its position',
      rules([rule({ name: '' })], [rule({ name: '', serve: onePage })]),
      ['targeting of checkout in production: rule 1: serves off 50 %, one-page 50 % → one-page'],
    ],
    [
      'rules of one name one by one',
      rules([rule(), rule({ serve: onePage })], [rule(), rule({ enabled: false, serve: onePage })]),
      ['targeting of checkout in production: rule 2 "Half of Canada": on → off'],
    ],
  ])('%s', (_what, lines, expected) => expect(lines).toEqual(expected));
});

describe('the difference of a rule', () => {
  const share = (off: number) => ({
    split: [
      { variation: 'off', weight: off },
      { variation: 'one-page', weight: 100 - off },
    ],
  });
  const stages = (percentage: number) => ({ stages: [{ at: '2026-12-01', percentage }] });
  it.each<[string, object, object, string[]]>([
    ['whether it counts', {}, { enabled: false }, ['on → off']],
    [
      'a weight',
      { serve: share(50) },
      { serve: share(40) },
      ['weight of off 50 → 40', 'weight of one-page 50 → 60'],
    ],
    ['another variation', { serve: { variation: 'off' } }, { serve: onePage }, ['serves off → one-page']],
    [
      'a split instead of a variation',
      { serve: onePage },
      { serve: half },
      ['serves one-page → off 50 %, one-page 50 %'],
    ],
    [
      'a split in another order, which moves people',
      { serve: half },
      { serve: { split: half.split.toReversed() } },
      ['serves off 50 %, one-page 50 % → one-page 50 %, off 50 %'],
    ],
    [
      'what it is bucketed by',
      {},
      { serve: { ...half, bucket_by: ['custom.account'] } },
      ['bucket_by user_id, email → custom.account'],
    ],
    ['a rollout that comes', {}, { rollout: { percentage: 10 } }, ['rollout none → 10 %']],
    [
      'a rollout that grows',
      { rollout: { percentage: 10 } },
      { rollout: { percentage: 12.5 } },
      ['rollout 10 % → 12.5 %'],
    ],
    [
      'a ramp',
      { rollout: stages(5) },
      { rollout: stages(50) },
      ['rollout 5 % at 2026-12-01 → 50 % at 2026-12-01'],
    ],
    [
      'a schedule',
      {},
      { schedule: { from: '2026-12-01T00:00:00Z' } },
      ['schedule from none → 2026-12-01T00:00:00Z'],
    ],
    ['the end of a schedule', { schedule: { to: '2026-12-01' } }, {}, ['schedule to 2026-12-01 → none']],
    ['that it is for everyone now', {}, { any_of: [] }, ['for country is CA → everyone']],
    [
      'a group that comes',
      {},
      { any_of: toGroups([canada], [staff, canada]) },
      ['group 2: added (email ends_with @acme.example and country is CA)'],
    ],
    [
      'a group that goes',
      { any_of: toGroups([canada], [staff]) },
      { any_of: toGroups([staff]) },
      ['group 1: removed (country is CA)'],
    ],
    [
      'groups in another order',
      { any_of: toGroups([canada], [staff]) },
      { any_of: toGroups([staff], [canada]) },
      ['group 2: moved from 2 to 1'],
    ],
    [
      'a condition that comes',
      {},
      { any_of: toGroups([canada, staff]) },
      ['condition 2 of group 1: added (email ends_with @acme.example)'],
    ],
    [
      'a condition that goes',
      { any_of: toGroups([canada, staff]) },
      { any_of: toGroups([staff]) },
      ['condition 1 of group 1: removed (country is CA)'],
    ],
    [
      'conditions in another order',
      { any_of: toGroups([canada, staff]) },
      { any_of: toGroups([staff, canada]) },
      ['condition 2 of group 1: moved from 2 to 1'],
    ],
    [
      'values of a condition',
      {},
      { any_of: toGroups([{ ...canada, values: ['CA', 'US'] }]) },
      ['condition 1 of group 1: values CA → CA, US'],
    ],
    [
      'values with blanks, numbers and truths',
      {},
      { any_of: toGroups([{ ...canada, values: ['New York', 1, true] }]) },
      ['condition 1 of group 1: values CA → "New York", 1, true'],
    ],
    [
      'an operator',
      {},
      { any_of: toGroups([{ ...canada, operator: 'is_not' }]) },
      ['condition 1 of group 1: operator is → is_not'],
    ],
    [
      'whether case counts',
      { any_of: toGroups([staff]) },
      { any_of: toGroups([{ ...staff, ignore_case: true }]) },
      ['condition 1 of group 1: ignore_case false → true'],
    ],
    [
      'a condition on another attribute as another condition',
      {},
      { any_of: toGroups([{ property: 'custom', custom_key: 'plan', operator: 'exists' }]) },
      [
        'condition 1 of group 1: removed (country is CA)',
        'condition 1 of group 1: added (custom.plan exists)',
      ],
    ],
  ])('%s', (_what, before, after, expected) => expect(second(before, after)).toEqual(expected));

  it('the added and removed values of a long list', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => `user-${index}`);
    const lines = second(
      { any_of: toGroups([{ ...canada, values }]) },
      { any_of: toGroups([{ ...canada, values: ['ada', ...values.slice(1)] }]) },
    );
    expect(lines).toEqual(['condition 1 of group 1: values: 1 added (ada), 1 removed (user-0)']);
  });

  it('a long value cut to the length of a line', () => {
    const [line = ''] = second({}, { any_of: toGroups([{ ...canada, values: ['x'.repeat(5_000)] }]) });
    expect(line.length).toBeLessThan(300);
    expect(line.endsWith('…')).toBe(true);
  });
});
