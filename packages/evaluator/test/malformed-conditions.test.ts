import { describe, expect, it } from '@jest/globals';

import { matchesCondition as holds } from './feature-fragment.ts';

describe('a malformed condition', () => {
  it.each([
    ['an unknown property', { property: 'shoe_size', operator: 'exists' }],
    ['an unknown operator', { property: 'email', operator: 'resembles', values: ['jane'] }],
    [
      'an operator that every object inherits',
      { property: 'email', operator: 'constructor', values: ['jane'] },
    ],
    ['a property that every object inherits', { property: 'constructor', operator: 'exists' }],
    ['custom without a key', { property: 'custom', operator: 'exists' }],
    ['values that are no list', { property: 'email', operator: 'is', values: 'jane@example.com' }],
    ['a value that is an object', { property: 'email', operator: 'is', values: ['jane@example.com', {}] }],
    ['a number where a text belongs', { property: 'email', operator: 'is', values: ['jane@example.com', 7] }],
    ['a boolean where a text belongs', { property: 'email', operator: 'contains', values: ['jane', true] }],
    ['a pattern that is none', { property: 'email', operator: 'matches', values: ['jane', '('] }],
    [
      'a pattern that RE2 cannot run in linear time',
      { property: 'email', operator: 'not_matches', values: ['(a)\\1'] },
    ],
    [
      'a range that is none',
      { property: 'ip_address', operator: 'not_in_cidr', values: ['10.0.0.0/8', '10/99'] },
    ],
    ['a version that is none', { property: 'app_version', operator: 'semver_neq', values: ['latest'] }],
    [
      'a date that is none',
      { property: 'custom', custom_key: 'since', operator: 'before', values: ['tomorrow'] },
    ],
    ['membership of a segment on an attribute', { property: 'email', operator: 'in_segment', values: ['s'] }],
    ['an attribute operator on a segment', { property: 'segment', operator: 'exists' }],
    ['null', null],
    ['a text', 'email is jane'],
  ])('%s never holds', (_what, condition) => {
    const user = {
      id: 'u',
      email: 'jane@example.com',
      ip: '192.0.2.1',
      app_version: '1.0.0',
      custom_data: { since: '2020-01-01' },
    };
    expect(holds(condition as object, user)).toBe(false);
  });
});

describe('patterns', () => {
  const condition = (pattern: string): object => ({
    property: 'custom',
    custom_key: 'x',
    operator: 'matches',
    values: [pattern],
  });
  const user = (x: string): object => ({ custom_data: { x } });

  it.each([
    ['(\\pL{0,200}){0,4}\\PL', 'a'],
    ['(a|b)*a(a|b){20}$', 'ab'],
    ['^(a?){500}a{500}$', 'a'],
    ['.{0,1000}[xa]$', 'a'],
    ['(a*)*b', 'a'],
  ])('%s cannot stall an evaluation of a long text', (pattern, unit) => {
    for (const length of [500, 5_000, 50_000, 1_000_000]) {
      const before = process.cpuUsage();
      holds(condition(pattern), user(unit.repeat(length)));
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
    }
  });
  it('look at texts up to a length that follows from what all patterns of the feature cost', () => {
    const costly = condition('(?:\\pL{0,5}){0,10}\\PL');
    expect(holds(costly, user('a1'))).toBe(true);
    const lengths = Array.from({ length: 1_000 }, (_, length) => length).filter((length) =>
      holds(costly, user(`${'a'.repeat(length)}1`)),
    );
    expect(lengths.length).toBeGreaterThan(64);
    expect(lengths.length).toBeLessThan(512);
    expect(lengths.at(-1)).toBe(lengths.length - 1);
    const beyond = `${'a'.repeat(lengths.length)}1`;
    expect(holds({ ...costly, operator: 'not_matches' }, user(beyond))).toBe(false);
    expect(holds({ ...costly, operator: 'exists', values: [] }, user(beyond))).toBe(true);
  });
  it('of everyday size match texts of five hundred characters', () => {
    for (const [pattern, end] of [
      ['@acme\\.example$', '@acme.example'],
      ['^[\\w.]+@(acme|globex)\\.com$', '@globex.com'],
      ['Chrome/1[0-9]{2}\\.', 'Chrome/126.0'],
    ] as const) {
      expect(holds(condition(pattern), user(`${'a'.repeat(500 - end.length)}${end}`))).toBe(true);
    }
  });
});
