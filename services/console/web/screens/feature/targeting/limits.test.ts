import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../../api/types.ts';
import { findUsedLimits, mayBeCostly } from './limits.ts';

const free = { used: 10, limit: 1_000 };
const feature = { cost_us: 100, cost_us_limit: 400, longest_searched_text: null };
const found = (...given: Parameters<typeof findUsedLimits>) =>
  findUsedLimits(...given).map(({ what, share }) => `${what}: ${Math.round(share * 100)}`);

describe('limits are shown once more than half is used', () => {
  it.each([
    ['of nothing', feature, free, []],
    ['of the time of a feature', { ...feature, cost_us: 300 }, free, ['time to evaluate this feature: 75']],
    [
      'of the time for searching texts',
      { ...feature, longest_searched_text: 64 },
      free,
      ['time for matches and contains in this feature: 75'],
    ],
    [
      'of the time of an environment, whose features may be many',
      undefined,
      { used: 600, limit: 1_000 },
      ['time to evaluate all features of Production: 60'],
    ],
  ])('%s', (_, measured, environment, expected) => {
    expect(found(measured, environment, 'Production')).toEqual(expected);
  });

  it('the fullest first', () => {
    const both = { ...feature, cost_us: 240, longest_searched_text: 48 };
    expect(found(both, free, 'Production').map((each) => each.split(': ')[1])).toEqual(['100', '60']);
  });
});

it('they are asked for only where rules search texts or are many', () => {
  const rule = (operator: string): Rule =>
    ({ any_of: [{ all_of: [{ property: 'email', operator, values: ['a'] }] }], serve: {} }) as Rule;
  expect(mayBeCostly([])).toBe(false);
  expect(mayBeCostly([rule('is')])).toBe(false);
  expect(mayBeCostly([rule('is'), rule('not_matches')])).toBe(true);
  expect(mayBeCostly(Array.from({ length: 51 }, () => rule('is')))).toBe(true);
});
