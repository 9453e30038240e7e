import { describe, expect, it } from '@jest/globals';
import { operators, type Operator, type Property } from '@bunting/evaluator/definition';
import { checkAnyOf } from './check-condition.ts';
import type { ConditionInput } from '../schemas/condition-schema.ts';

const segments = new Set(['canada']);

function problemsOf(
  condition: ConditionInput,
  dependencies: Parameters<typeof checkAnyOf>[2] = { segments },
) {
  return [...checkAnyOf([{ all_of: [condition] }], 'any_of', dependencies)].map(({ path, message }) => [
    path.replace('any_of[0].all_of[0].', ''),
    message,
  ]);
}

const custom = { property: 'custom', custom_key: 'key' } as const;

describe('a condition that is right', () => {
  it.each<ConditionInput>([
    { property: 'email', operator: 'exists' },
    { property: 'audience', operator: 'not_exists', values: [] },
    { property: 'email', operator: 'ends_with', values: ['@acme.example'] },
    { property: 'user_id', operator: 'is_not', values: ['7', '8'], ignore_case: true },
    { property: 'platform', operator: 'matches', values: ['^(ios|android)$', '(?i)web'] },
    { property: 'app_version', operator: 'semver_gte', values: ['1.2', '1.2.3-beta.1'] },
    { property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/8', '2001:db8::/32'] },
    { property: 'audience', operator: 'contains_any', values: ['beta'] },
    { property: 'segment', operator: 'not_in_segment', values: ['Canada'] },
    { ...custom, operator: 'gt', values: [10.5] },
    { ...custom, operator: 'is', values: [true, 'yes'] },
    { ...custom, operator: 'before', values: ['2026-12-01', '2026-12-01T10:00:00+01:00'] },
    { ...custom, operator: 'contains_all', values: [1, 'two'] },
  ])('%j has no problem', (condition) => {
    expect(problemsOf(condition)).toEqual([]);
  });
});

describe('a condition that is wrong says what and where', () => {
  it.each<[ConditionInput, string, RegExp]>([
    [{ property: 'custom', operator: 'exists' }, 'custom_key', /is required/],
    [
      { property: 'email', custom_key: 'key', operator: 'exists' },
      'custom_key',
      /is only allowed with the property custom/,
    ],
    [{ property: 'email', operator: 'exists', values: ['a'] }, 'values', /not allowed with exists/],
    [{ property: 'email', operator: 'is' }, 'values', /at least one value with is/],
    [{ property: 'email', operator: 'is', values: [] }, 'values', /at least one value/],
    [{ property: 'email', operator: 'is', values: ['a', 7] }, 'values[1]', /must be a string/],
    [{ property: 'email', operator: 'is', values: [true] }, 'values[0]', /must be a string/],
    [{ ...custom, operator: 'contains', values: [true] }, 'values[0]', /must be a string/],
    [{ ...custom, operator: 'is', values: [7] }, 'values[0]', /must be a string/],
    [{ ...custom, operator: 'gt', values: ['7'] }, 'values[0]', /must be a finite number/],
    [{ ...custom, operator: 'contains_any', values: [true] }, 'values[0]', /must be a string or a number/],
    [{ property: 'email', operator: 'matches', values: ['(?=look)'] }, 'values[0]', /RE2/],
    [{ property: 'email', operator: 'not_matches', values: ['ok', '('] }, 'values[1]', /RE2/],
    [{ property: 'app_version', operator: 'semver_gt', values: ['vv1.2'] }, 'values[0]', /version such as/],
    [{ ...custom, operator: 'after', values: ['yesterday'] }, 'values[0]', /ISO 8601/],
    [{ ...custom, operator: 'after', values: ['2026-02-30'] }, 'values[0]', /ISO 8601/],
    [{ property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/33'] }, 'values[0]', /address range/],
    [{ property: 'segment', operator: 'in_segment', values: ['mars'] }, 'values[0]', /unknown segment mars/],
  ])('%j', (condition, path, message) => {
    expect(problemsOf(condition)).toEqual([[path, expect.stringMatching(message)]]);
  });

  it('a segment names no other segment', () => {
    const condition = { property: 'segment', operator: 'in_segment', values: ['canada'] } as const;
    expect(problemsOf({ ...condition, values: ['canada'] }, { segments: 'inside a segment' })).toEqual([
      ['property', "must not be segment: segments can't be nested"],
    ]);
  });

  it('lists every problem of every condition', () => {
    const anyOf: Parameters<typeof checkAnyOf>[0] = [
      { all_of: [{ property: 'email', operator: 'gt', values: [1] }] },
      {
        all_of: [
          { property: 'email', operator: 'exists' },
          { property: 'custom', operator: 'is' },
        ],
      },
    ];
    expect([...checkAnyOf(anyOf, 'any_of', { segments })].map(({ path }) => path)).toEqual([
      'any_of[0].all_of[0].operator',
      'any_of[1].all_of[1].custom_key',
      'any_of[1].all_of[1].values',
    ]);
  });
});

describe('which operators fit which property (decisions §1.2)', () => {
  const presence: Operator[] = ['exists', 'not_exists'];
  const strings: Operator[] = [
    ...presence,
    ...['is', 'contains', 'starts_with', 'ends_with', 'matches'].flatMap((name) => {
      return [name, name === 'is' ? 'is_not' : `not_${name}`] as Operator[];
    }),
  ];
  const versions = operators.filter((operator) => operator.startsWith('semver_'));
  const lists = operators.filter((operator) => operator.startsWith('contains_'));
  const numbers: Operator[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
  it.each<[Property, Operator[]]>([
    ['user_id', strings],
    ['email', strings],
    ['organisation_id', strings],
    ['ip_address', [...strings, 'in_cidr', 'not_in_cidr']],
    ['app_version', [...strings, ...versions]],
    ['platform', strings],
    ['country', strings],
    ['audience', [...presence, ...lists]],
    ['custom', [...strings, ...numbers, ...versions, 'before', 'after', ...lists]],
    ['segment', ['in_segment', 'not_in_segment']],
  ])('%s', (property, fitting) => {
    const custom_key = property === 'custom' ? { custom_key: 'key' } : {};
    const fits = (operator: Operator) =>
      problemsOf({ property, ...custom_key, operator, values: [''] }).every(([path]) => path !== 'operator');
    expect(operators.filter(fits).toSorted()).toEqual(fitting.toSorted());
  });
});
