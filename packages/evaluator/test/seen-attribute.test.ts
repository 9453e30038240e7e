import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ConditionDefinition, Operator, RuleDefinition } from '../src/definition/definition.ts';
import { ruleArbitrary, userArbitrary } from './arbitraries.ts';
import { explainRules } from './explain-fragment.ts';
import { matchesCondition } from './feature-fragment.ts';

type Case = [what: string, condition: Partial<ConditionDefinition>, user: object, expected: object];

describe('what a condition sees', () => {
  const opposites = new Map<string, string>(
    [
      ['exists', 'not_exists'],
      ['is', 'is_not'],
      ['contains', 'not_contains'],
      ['starts_with', 'not_starts_with'],
      ['ends_with', 'not_ends_with'],
      ['matches', 'not_matches'],
      ['eq', 'neq'],
      ['semver_eq', 'semver_neq'],
      ['in_cidr', 'not_in_cidr'],
      ['contains_any', 'contains_none'],
    ].flatMap(([one = '', other = '']) => [
      [one, other],
      [other, one],
    ]),
  );
  /** `gt` reads an attribute as `eq` does. */
  const readsLike = new Map<Operator, Operator>([
    ['gt', 'eq'],
    ['gte', 'eq'],
    ['lt', 'eq'],
    ['lte', 'eq'],
    ['semver_gt', 'semver_eq'],
    ['semver_gte', 'semver_eq'],
    ['semver_lt', 'semver_eq'],
    ['semver_lte', 'semver_eq'],
    ['contains_all', 'contains_any'],
  ]);
  const seen = (condition: object, user: object) => {
    const rule = { name: '', any_of: [{ all_of: [condition] }], serve: { variation: 'on' } };
    return explainRules([rule], user).rules[0]?.any_of[0]?.all_of[0]?.attribute;
  };

  it('is something exactly where the condition or its opposite holds', () => {
    fc.assert(
      fc.property(ruleArbitrary, userArbitrary, (rule: RuleDefinition, user) => {
        for (const condition of rule.any_of.flatMap((group) => group.all_of)) {
          const operator = readsLike.get(condition.operator) ?? condition.operator;
          const opposite = opposites.get(operator);
          if (opposite === undefined || ['exists', 'not_exists'].includes(operator)) continue;
          const holds = (name: string): boolean => matchesCondition({ ...condition, operator: name }, user);
          expect(seen(condition, user)?.state === 'present').toBe(holds(operator) || holds(opposite));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each<Case>([
    [
      'nothing',
      { property: 'country', operator: 'is', values: ['CA'] },
      {},
      { state: 'missing', given: null, compared: null },
    ],
    [
      'an empty id',
      { property: 'user_id', operator: 'exists' },
      { id: '' },
      { state: 'missing', given: '', compared: null },
    ],
    [
      'another type',
      { property: 'email', operator: 'exists' },
      { email: true },
      { state: 'wrong_type', given: true, compared: null },
    ],
    [
      'a number where a text is expected',
      { property: 'organisation_id', operator: 'is', values: ['5'] },
      { organisation_id: 5 },
      { state: 'present', given: 5, compared: '5' },
    ],
    [
      'a list without its odd entries',
      { property: 'audience', operator: 'contains_any', values: ['a'] },
      { audiences: ['a', null, 5] },
      { state: 'present', given: ['a', null, 5], compared: ['a', '5'] },
    ],
    [
      'a list that is none',
      { property: 'audience', operator: 'contains_any', values: ['a'] },
      { audiences: 'a' },
      { state: 'wrong_type', reason: 'not_a_list', given: 'a', compared: null },
    ],
    [
      'lower case',
      { property: 'email', operator: 'is', values: ['a@b.c'] },
      { email: 'A@B.c' },
      { state: 'present', given: 'A@B.c', compared: 'a@b.c' },
    ],
    [
      'case that counts',
      { property: 'platform', operator: 'is', values: ['iOS'] },
      { platform: 'IOS' },
      { state: 'present', given: 'IOS', compared: 'IOS' },
    ],
    [
      'a number as id',
      { property: 'user_id', operator: 'is', values: ['42'] },
      { id: 42 },
      { state: 'present', given: 42, compared: '42' },
    ],
    [
      'an address',
      { property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/8'] },
      { ip: '::ffff:10.1.2.3' },
      { state: 'present', given: '::ffff:10.1.2.3', compared: '10.1.2.3' },
    ],
    [
      'no address',
      { property: 'ip_address', operator: 'in_cidr', values: ['10.0.0.0/8'] },
      { ip: 'here' },
      { state: 'wrong_type', reason: 'not_an_address', given: 'here', compared: null },
    ],
    [
      'a version',
      { property: 'app_version', operator: 'semver_gte', values: ['1.2'] },
      { app_version: '1.3' },
      { state: 'present', given: '1.3', compared: '1.3.0' },
    ],
    [
      'a date',
      { property: 'custom', custom_key: 'since', operator: 'before', values: ['2026-01-01'] },
      { custom_data: { since: '2025-12-31T23:00:00-02:00' } },
      { state: 'present', given: '2025-12-31T23:00:00-02:00', compared: '2026-01-01T01:00:00.000Z' },
    ],
    [
      'a version with v',
      { property: 'app_version', operator: 'semver_gte', values: ['V1.2'] },
      { app_version: 'v1.3' },
      { state: 'present', given: 'v1.3', compared: '1.3.0' },
    ],
    ...['1.2.3.4', 'v', ' 1.2.3', '1.2 beta'].map((app_version): Case => [
      `${app_version}, which is no version`,
      { property: 'app_version', operator: 'semver_gte', values: ['1.2'] },
      { app_version },
      { state: 'wrong_type', reason: 'not_a_version', given: app_version, compared: null },
    ]),
    ...['2026-02-30', '01.02.2026', '-000000-01-01', 1_700_000_000].map((since): Case => [
      `${since}, which is no date`,
      { property: 'custom', custom_key: 'since', operator: 'after', values: ['2026-01-01'] },
      { custom_data: { since } },
      { state: 'wrong_type', reason: 'not_a_date', given: since, compared: null },
    ]),
    [
      'a date beyond 9999',
      { property: 'custom', custom_key: 'since', operator: 'after', values: ['2026-01-01'] },
      { custom_data: { since: '+275760-09-13T00:00:00.000Z' } },
      { state: 'present', given: '+275760-09-13T00:00:00.000Z', compared: '+275760-09-13T00:00:00.000Z' },
    ],
    [
      'a text where a boolean is asked for',
      { property: 'custom', custom_key: 'beta', operator: 'is', values: [true] },
      { custom_data: { beta: 'true' } },
      { state: 'wrong_type', reason: 'not_a_boolean', given: 'true', compared: null },
    ],
    [
      'a list where a text is asked for',
      { property: 'custom', custom_key: 'team', operator: 'starts_with', values: ['a'] },
      { custom_data: { team: ['a'] } },
      { state: 'wrong_type', reason: 'not_a_text', given: ['a'], compared: null },
    ],
    [
      'a number',
      { property: 'custom', custom_key: 'age', operator: 'gt', values: [17] },
      { custom_data: { age: 18 } },
      { state: 'present', given: 18, compared: 18 },
    ],
    [
      'text where a number is asked for',
      { property: 'custom', custom_key: 'age', operator: 'gt', values: [17] },
      { custom_data: { age: '18' } },
      { state: 'wrong_type', reason: 'not_a_number', given: '18', compared: null },
    ],
    [
      'a list',
      { property: 'audience', operator: 'contains_any', values: ['BETA'], ignore_case: true },
      { audiences: ['Beta'] },
      { state: 'present', given: ['Beta'], compared: ['beta'] },
    ],
    [
      'a name that looks like a path',
      { property: 'custom', custom_key: 'address.city', operator: 'is', values: ['Bern'] },
      { custom_data: { address: { city: 'Bern' } } },
      { state: 'missing', reason: 'not_a_path', given: null, compared: null },
    ],
    [
      'a flat name with a dot',
      { property: 'custom', custom_key: 'address.city', operator: 'is', values: ['Bern'] },
      { custom_data: { 'address.city': 'Bern', address: { city: 'Thun' } } },
      { state: 'present', given: 'Bern', compared: 'Bern' },
    ],
    ...[{}, { address: 'Bern' }, { address: null }].map((custom_data): Case => [
      'a flat name with a dot that nobody has',
      { property: 'custom', custom_key: 'address.city', operator: 'is', values: ['Bern'] },
      { custom_data },
      { state: 'missing', given: null, compared: null },
    ]),
    [
      'what never resolves',
      { property: 'custom', custom_key: '__proto__', operator: 'exists' },
      { custom_data: JSON.parse('{"__proto__": 1}') as object },
      { state: 'missing', given: null, compared: null },
    ],
  ])('%s', (_what, condition, user, expected) => expect(seen(condition, user)).toEqual(expected));
});
