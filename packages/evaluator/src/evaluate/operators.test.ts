import { describe, expect, it } from '@jest/globals';

import { matchesCondition as holds } from '../../test/feature-fragment.ts';

const custom = (value: unknown): object => ({ custom_data: { x: value } });
const asRow = (value: unknown): { value: unknown } => ({ value });

type Values = readonly (string | number | boolean)[];
/** Operator, values, what it holds for, what it does not hold for. */
type Example = readonly [string, Values, readonly unknown[], readonly unknown[]];

interface Row {
  readonly operator: string;
  readonly values: Values;
  readonly matching: readonly unknown[];
  readonly other: readonly unknown[];
  /** Wrongly typed: false for every operator. */
  readonly wrong: readonly unknown[];
}

const rowsOf = (wrong: readonly unknown[], examples: readonly Example[]): Row[] =>
  examples.map(([operator, values, matching, other]) => ({ operator, values, matching, other, wrong }));

const notText = [1, true, ['a'], { a: 1 }, null];
const notNumber = ['1', true, [1], { a: 1 }, null, JSON.parse('1e400')];
const notVersion = ['latest', 'vv1.2.0', '1.2.0.0', '', 1.2, true, null];
const notDate = ['yesterday', '', 1_795_257_000_000, true, null];
const notAddress = ['localhost', '10.0.0', '', 10, null];
const notList = ['a', 1, true, { 0: 'a' }, null];

const rows: readonly Row[] = [
  ...rowsOf(notText, [
    ['is', ['a', 'b'], ['a', 'b'], ['A', 'ab', '']],
    ['is_not', ['a', 'b'], ['c', 'A', ''], ['a', 'b']],
    ['contains', ['an', 'x'], ['banana', 'x', 'fox'], ['ANA', '']],
    ['not_contains', ['an', 'x'], ['berry', 'ANA', ''], ['banana', 'fox']],
    ['starts_with', ['a', 'b'], ['apple', 'b'], ['xa', 'Apple', '']],
    ['not_starts_with', ['a', 'b'], ['xa', ''], ['apple', 'b']],
    ['ends_with', ['a', 'b'], ['banana', 'b'], ['ax', 'BANANA', '']],
    ['not_ends_with', ['a', 'b'], ['ax', ''], ['banana', 'b']],
    ['matches', ['^a+$', '\\d{2}'], ['aaa', 'x42y'], ['aab', '4x2', '']],
    ['not_matches', ['^a+$', '\\d{2}'], ['aab', ''], ['aaa', 'x42y']],
  ]),
  ...rowsOf(['true', 1, null, [true]], [['is', [true], [true], [false]]]),
  ...rowsOf(['false', 0, null], [['is_not', [true], [false], [true]]]),
  ...rowsOf([0, null, []], [['is', [false, 'no'], [false, 'no'], [true, 'yes']]]),
  ...rowsOf(notNumber, [
    ['eq', [1, 2.5], [1, 2.5, 1.0], [0, -1]],
    ['neq', [1, 2.5], [0, 3], [1, 2.5]],
    ['gt', [5, 10], [5.1, 11], [5, 4, -6]],
    ['gte', [5], [5, 6], [4.9]],
    ['lt', [5, 10], [4, 9.9], [10, 11]],
    ['lte', [5], [5, -5], [5.1]],
  ]),
  ...rowsOf(notVersion, [
    ['semver_eq', ['1.2', '3'], ['1.2.0', '1.2', '3.0.0', '1.2.0+b'], ['1.2.1', '1.2.0-rc']],
    ['semver_neq', ['1.2', '3'], ['1.2.1', '1.2.0-rc'], ['1.2.0', '3']],
    ['semver_gt', ['1.2.0'], ['1.2.1', '1.10', '2'], ['1.2', '1.2.0-rc.1', '1.1.9']],
    ['semver_gte', ['1.2.0'], ['1.2', '1.10'], ['1.2.0-rc.1']],
    ['semver_lt', ['1.2.0'], ['1.2.0-rc.1', '1.1.9'], ['1.2', '1.10']],
    ['semver_lte', ['1.2.0'], ['1.2', '1.2.0-rc.1'], ['1.2.1']],
  ]),
  ...rowsOf(notDate, [
    [
      'before',
      ['2026-11-21'],
      ['2026-11-20', '2026-11-20T23:59:59.999Z', '2026-11-21T01:00+02:00'],
      ['2026-11-21', '2026-11-21T00:00:00Z'],
    ],
    [
      'after',
      ['2026-11-21'],
      ['2026-11-21T00:00:00.001', '2026-11-22'],
      ['2026-11-21', '2026-11-21T01:00+02:00'],
    ],
  ]),
  ...rowsOf(notAddress, [
    [
      'in_cidr',
      ['10.0.0.0/8', '2001:db8::/32'],
      ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'],
      ['11.0.0.1', '2001:db9::1'],
    ],
    [
      'not_in_cidr',
      ['10.0.0.0/8', '2001:db8::/32'],
      ['11.0.0.1', '2001:db9::1'],
      ['10.1.2.3', '2001:db8::1'],
    ],
  ]),
  ...rowsOf(notList, [
    ['contains_any', ['a', 2, true], [['a'], [2, 'x'], [null, true]], [[], ['A', '2', 'true', [2]]]],
    [
      'contains_all',
      ['a', 2],
      [
        ['a', 2],
        [2, 'x', 'a', 'a'],
      ],
      [[], ['a'], ['a', '2'], ['a', 'a']],
    ],
    ['contains_none', ['a', 2], [[], ['A', '2'], [{ a: 2 }]], [['a'], ['x', 2]]],
  ]),
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
  const x = { property: 'custom', custom_key: 'x' };
  const expectPresent = (user: object, attribute: object = x): void => {
    expect(holds({ ...attribute, operator: 'exists' }, user)).toBe(true);
    expect(holds({ ...attribute, operator: 'not_exists' }, user)).toBe(false);
  };
  const expectAbsent = (user: object, attribute: object = x): void => {
    expect(holds({ ...attribute, operator: 'exists' }, user)).toBe(false);
    expect(holds({ ...attribute, operator: 'not_exists' }, user)).toBe(true);
  };

  it.each(['a', '', 0, false, [], {}].map(asRow))('$value exists', ({ value }) => {
    expectPresent(custom(value));
  });
  it('null does not exist', () => {
    expectAbsent(custom(null));
  });
  it('what the object inherits does not exist', () => {
    for (const customKey of ['constructor', '__proto__', 'toString']) {
      expectAbsent(custom(1), { property: 'custom', custom_key: customKey });
    }
  });
  it.each([
    ['user_id', { id: 'u' }, { id: '' }],
    ['email', { email: 'e' }, { email: true }],
    ['organisation_id', { organisation_id: 'o' }, {}],
    ['ip_address', { ip: 'any' }, { ip_address: '10.0.0.1' }],
    ['app_version', { app_version: 1 }, { app_version: [1] }],
    ['platform', { platform: 'ios' }, { platform: null }],
    ['country', { country: 'CA' }, { country: ['CA'] }],
    ['audience', { audiences: [] }, { audiences: 'beta' }],
  ])('%s exists in %j, not in %j', (property, present, absent) => {
    expectPresent(present, { property });
    expectAbsent(absent, { property });
  });
});

describe('case', () => {
  it.each([
    ['email', { email: 'Jane@Example.COM' }],
    ['country', { country: 'jane@example.com' }],
  ])('does not count on %s, whatever the operator', (property, user) => {
    const matches = (operator: string, ...values: string[]): boolean =>
      holds({ property, operator, values }, user);
    expect(matches('is', 'JANE@example.com')).toBe(true);
    expect(matches('is', 'x', 'JANE@example.com')).toBe(true);
    expect(matches('is_not', 'JANE@example.com')).toBe(false);
    expect(matches('contains', '@EXAMPLE')).toBe(true);
    expect(matches('starts_with', 'JANE')).toBe(true);
    expect(matches('not_ends_with', '.Com')).toBe(false);
    expect(matches('matches', '^JANE@example\\.com$')).toBe(true);
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
