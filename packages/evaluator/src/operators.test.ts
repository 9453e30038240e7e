import { describe, expect, it } from '@jest/globals';

import { matchesCondition as holds } from '../test/feature-fragment.ts';

const custom = (value: unknown): object => ({ custom_data: { x: value } });
const asRow = (value: unknown): { value: unknown } => ({ value });

interface Row {
  readonly operator: string;
  readonly values: readonly (string | number | boolean)[];
  readonly matching: readonly unknown[];
  readonly other: readonly unknown[];
  /** Wrongly typed: false for every operator. */
  readonly wrong: readonly unknown[];
}

const notText = [1, true, ['a'], { a: 1 }, null];
const notNumber = ['1', true, [1], { a: 1 }, null, JSON.parse('1e400')];
const notVersion = ['latest', 'v1.2.0', '', 1.2, true, null];
const notDate = ['yesterday', '', 1_795_257_000_000, true, null];
const notAddress = ['localhost', '10.0.0', '', 10, null];
const notList = ['a', 1, true, { 0: 'a' }, null];

const rows: readonly Row[] = [
  { operator: 'is', values: ['a', 'b'], matching: ['a', 'b'], other: ['A', 'ab', ''], wrong: notText },
  { operator: 'is', values: [true], matching: [true], other: [false], wrong: ['true', 1, null, [true]] },
  {
    operator: 'is',
    values: [false, 'no'],
    matching: [false, 'no'],
    other: [true, 'yes'],
    wrong: [0, null, []],
  },
  { operator: 'is_not', values: ['a', 'b'], matching: ['c', 'A', ''], other: ['a', 'b'], wrong: notText },
  { operator: 'is_not', values: [true], matching: [false], other: [true], wrong: ['false', 0, null] },
  {
    operator: 'contains',
    values: ['an', 'x'],
    matching: ['banana', 'x', 'fox'],
    other: ['ANA', ''],
    wrong: notText,
  },
  {
    operator: 'not_contains',
    values: ['an', 'x'],
    matching: ['berry', 'ANA', ''],
    other: ['banana', 'fox'],
    wrong: notText,
  },
  {
    operator: 'starts_with',
    values: ['a', 'b'],
    matching: ['apple', 'b'],
    other: ['xa', 'Apple', ''],
    wrong: notText,
  },
  {
    operator: 'not_starts_with',
    values: ['a', 'b'],
    matching: ['xa', ''],
    other: ['apple', 'b'],
    wrong: notText,
  },
  {
    operator: 'ends_with',
    values: ['a', 'b'],
    matching: ['banana', 'b'],
    other: ['ax', 'BANANA', ''],
    wrong: notText,
  },
  {
    operator: 'not_ends_with',
    values: ['a', 'b'],
    matching: ['ax', ''],
    other: ['banana', 'b'],
    wrong: notText,
  },
  {
    operator: 'matches',
    values: ['^a+$', '\\d{2}'],
    matching: ['aaa', 'x42y'],
    other: ['aab', '4x2', ''],
    wrong: notText,
  },
  {
    operator: 'not_matches',
    values: ['^a+$', '\\d{2}'],
    matching: ['aab', ''],
    other: ['aaa', 'x42y'],
    wrong: notText,
  },
  { operator: 'eq', values: [1, 2.5], matching: [1, 2.5, 1.0], other: [0, -1], wrong: notNumber },
  { operator: 'neq', values: [1, 2.5], matching: [0, 3], other: [1, 2.5], wrong: notNumber },
  { operator: 'gt', values: [5, 10], matching: [5.1, 11], other: [5, 4, -6], wrong: notNumber },
  { operator: 'gte', values: [5], matching: [5, 6], other: [4.9], wrong: notNumber },
  { operator: 'lt', values: [5, 10], matching: [4, 9.9], other: [10, 11], wrong: notNumber },
  { operator: 'lte', values: [5], matching: [5, -5], other: [5.1], wrong: notNumber },
  {
    operator: 'semver_eq',
    values: ['1.2', '3'],
    matching: ['1.2.0', '1.2', '3.0.0', '1.2.0+b'],
    other: ['1.2.1', '1.2.0-rc'],
    wrong: notVersion,
  },
  {
    operator: 'semver_neq',
    values: ['1.2', '3'],
    matching: ['1.2.1', '1.2.0-rc'],
    other: ['1.2.0', '3'],
    wrong: notVersion,
  },
  {
    operator: 'semver_gt',
    values: ['1.2.0'],
    matching: ['1.2.1', '1.10', '2'],
    other: ['1.2', '1.2.0-rc.1', '1.1.9'],
    wrong: notVersion,
  },
  {
    operator: 'semver_gte',
    values: ['1.2.0'],
    matching: ['1.2', '1.10'],
    other: ['1.2.0-rc.1'],
    wrong: notVersion,
  },
  {
    operator: 'semver_lt',
    values: ['1.2.0'],
    matching: ['1.2.0-rc.1', '1.1.9'],
    other: ['1.2', '1.10'],
    wrong: notVersion,
  },
  {
    operator: 'semver_lte',
    values: ['1.2.0'],
    matching: ['1.2', '1.2.0-rc.1'],
    other: ['1.2.1'],
    wrong: notVersion,
  },
  {
    operator: 'before',
    values: ['2026-11-21'],
    matching: ['2026-11-20', '2026-11-20T23:59:59.999Z', '2026-11-21T01:00+02:00'],
    other: ['2026-11-21', '2026-11-21T00:00:00Z'],
    wrong: notDate,
  },
  {
    operator: 'after',
    values: ['2026-11-21'],
    matching: ['2026-11-21T00:00:00.001', '2026-11-22'],
    other: ['2026-11-21', '2026-11-21T01:00+02:00'],
    wrong: notDate,
  },
  {
    operator: 'in_cidr',
    values: ['10.0.0.0/8', '2001:db8::/32'],
    matching: ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'],
    other: ['11.0.0.1', '2001:db9::1'],
    wrong: notAddress,
  },
  {
    operator: 'not_in_cidr',
    values: ['10.0.0.0/8', '2001:db8::/32'],
    matching: ['11.0.0.1', '2001:db9::1'],
    other: ['10.1.2.3', '2001:db8::1'],
    wrong: notAddress,
  },
  {
    operator: 'contains_any',
    values: ['a', 2, true],
    matching: [['a'], [2, 'x'], [null, true]],
    other: [[], ['A', '2', 'true', [2]]],
    wrong: notList,
  },
  {
    operator: 'contains_all',
    values: ['a', 2],
    matching: [
      ['a', 2],
      [2, 'x', 'a', 'a'],
    ],
    other: [[], ['a'], ['a', '2'], ['a', 'a']],
    wrong: notList,
  },
  {
    operator: 'contains_none',
    values: ['a', 2],
    matching: [[], ['A', '2'], [{ a: 2 }]],
    other: [['a'], ['x', 2]],
    wrong: notList,
  },
];

describe.each(rows)('$operator $values', ({ operator, values, matching, other, wrong }) => {
  const condition = { property: 'custom', custom_key: 'x', operator, values };
  it.each(matching.map(asRow))('holds for $value', ({ value }) => {
    expect(holds(condition, custom(value))).toBe(true);
  });
  it.each(other.map(asRow))('does not hold for $value', ({ value }) => {
    expect(holds(condition, custom(value))).toBe(false);
  });
  it.each(wrong.map(asRow))('does not hold for $value, which has the wrong type', ({ value }) => {
    expect(holds(condition, custom(value))).toBe(false);
  });
  it('does not hold when the attribute is missing', () => {
    expect(holds(condition, {})).toBe(false);
    expect(holds(condition, { custom_data: {} })).toBe(false);
  });
  it('never holds without values', () => {
    for (const value of [...matching, ...other])
      expect(holds({ ...condition, values: [] }, custom(value))).toBe(false);
  });
});

describe('exists and not_exists', () => {
  it.each(['a', '', 0, false, [], {}].map(asRow))('$value exists', ({ value }) => {
    expect(holds({ property: 'custom', custom_key: 'x', operator: 'exists' }, custom(value))).toBe(true);
    expect(holds({ property: 'custom', custom_key: 'x', operator: 'not_exists' }, custom(value))).toBe(false);
  });
  it('null does not exist', () => {
    expect(holds({ property: 'custom', custom_key: 'x', operator: 'exists' }, custom(null))).toBe(false);
    expect(holds({ property: 'custom', custom_key: 'x', operator: 'not_exists' }, custom(null))).toBe(true);
  });
  it('what the object inherits does not exist', () => {
    for (const customKey of ['constructor', '__proto__', 'toString']) {
      expect(holds({ property: 'custom', custom_key: customKey, operator: 'exists' }, custom(1))).toBe(false);
      expect(holds({ property: 'custom', custom_key: customKey, operator: 'not_exists' }, custom(1))).toBe(
        true,
      );
    }
  });
  it.each([
    ['user_id', { id: 'u' }, { id: '' }],
    ['email', { email: 'e' }, { email: 5 }],
    ['organisation_id', { organisation_id: 'o' }, {}],
    ['ip_address', { ip: 'any' }, { ip_address: '10.0.0.1' }],
    ['app_version', { app_version: 'any' }, { app_version: 1 }],
    ['platform', { platform: 'ios' }, { platform: null }],
    ['country', { country: 'CA' }, { country: ['CA'] }],
    ['audience', { audiences: [] }, { audiences: 'beta' }],
  ])('%s exists in %j, not in %j', (property, present, absent) => {
    expect(holds({ property, operator: 'exists' }, present)).toBe(true);
    expect(holds({ property, operator: 'exists' }, absent)).toBe(false);
    expect(holds({ property, operator: 'not_exists' }, present)).toBe(false);
    expect(holds({ property, operator: 'not_exists' }, absent)).toBe(true);
  });
});

describe('case', () => {
  it.each([
    ['email', { email: 'Jane@Example.COM' }],
    ['country', { country: 'jane@example.com' }],
  ])('does not count on %s, whatever the operator', (property, user) => {
    expect(holds({ property, operator: 'is', values: ['JANE@example.com'] }, user)).toBe(true);
    expect(holds({ property, operator: 'is', values: ['x', 'JANE@example.com'] }, user)).toBe(true);
    expect(holds({ property, operator: 'is_not', values: ['JANE@example.com'] }, user)).toBe(false);
    expect(holds({ property, operator: 'contains', values: ['@EXAMPLE'] }, user)).toBe(true);
    expect(holds({ property, operator: 'starts_with', values: ['JANE'] }, user)).toBe(true);
    expect(holds({ property, operator: 'not_ends_with', values: ['.Com'] }, user)).toBe(false);
    expect(holds({ property, operator: 'matches', values: ['^JANE@example\\.com$'] }, user)).toBe(true);
  });
  it('counts on every other property unless ignore_case is set', () => {
    const is = { property: 'platform', operator: 'is', values: ['iOS', 'x'] };
    expect(holds(is, { platform: 'ios' })).toBe(false);
    expect(holds({ ...is, ignore_case: true }, { platform: 'IOS' })).toBe(true);
    const matches = { property: 'platform', operator: 'matches', values: ['^i'] };
    expect(holds(matches, { platform: 'IOS' })).toBe(false);
    expect(holds({ ...matches, ignore_case: true }, { platform: 'IOS' })).toBe(true);
  });
  it('is ignored in lists with ignore_case', () => {
    const any = { property: 'audience', operator: 'contains_any', values: ['Beta'] };
    expect(holds(any, { audiences: ['BETA'] })).toBe(false);
    expect(holds({ ...any, ignore_case: true }, { audiences: ['BETA'] })).toBe(true);
    expect(holds({ ...any, operator: 'contains_none', ignore_case: true }, { audiences: ['BETA'] })).toBe(
      false,
    );
    expect(holds({ ...any, operator: 'contains_all', ignore_case: true }, { audiences: ['x', 'BETA'] })).toBe(
      true,
    );
  });
});
