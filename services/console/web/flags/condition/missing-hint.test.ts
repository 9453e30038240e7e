import { describe, expect, it } from '@jest/globals';
import { missingHint } from './missing-hint.ts';
import type { Condition } from '../../api/types.ts';
import { getOperators, properties } from './model.ts';

const email = { property: 'email', operator: 'not_ends_with', values: ['@test.example'] };
const country = { property: 'country', operator: 'is', values: ['CA'] };
const hintOf = (...groups: readonly (readonly object[])[]) => {
  const all = groups.map((conditions) => ({ all_of: conditions as Condition[] }));
  return missingHint(all, all[0]!, all[0]!.all_of[0]!);
};

describe('a condition that users without the attribute do not match', () => {
  it('says so, and how to include them', () => {
    expect(hintOf([email, country])).toBe(
      'Users without email don’t match. To include them, add “or” with “email is not set”.',
    );
    expect(hintOf([{ property: 'custom', custom_key: 'plan', operator: 'neq', values: ['5'] }])).toContain(
      'Users without custom.plan don’t match.',
    );
  });

  it.each([
    ['another group is for users without it', [[email], [{ property: 'email', operator: 'not_exists' }]]],
    ['its group asks for the attribute', [[email, { property: 'email', operator: 'exists' }]]],
    ['the attribute is never missing', [[{ ...email, property: 'ip_address', operator: 'not_in_cidr' }]]],
    ['the attribute has no name yet', [[{ ...email, property: 'custom', custom_key: '' }]]],
    ['it is about a segment', [[{ property: 'segment', operator: 'not_in_segment', values: ['a'] }]]],
    ['it is positive', [[country]]],
  ])('says nothing where %s', (_, groups) => {
    expect(hintOf(...groups)).toBeUndefined();
  });

  it('says so for every negative operator that the editor offers', () => {
    const offered = new Set(properties.flatMap((property) => getOperators(property)));
    const isNegative = (operator: string) =>
      /not_|_not$|neq$|_none$/.test(operator) && operator !== 'not_exists' && operator !== 'not_in_segment';
    for (const operator of offered) {
      const hint = hintOf([{ property: 'custom', custom_key: 'a', operator, values: ['1'] }]);
      expect([operator, hint !== undefined]).toEqual([operator, isNegative(operator)]);
    }
  });
});
