import { expect, it } from '@jest/globals';
import { knownValues } from './known-values.ts';

it('known values are those of the rules, by attribute', () => {
  const of = (property: string, values: string[], custom_key?: string) => ({
    any_of: [{ all_of: [{ property, operator: 'is', values, ...(custom_key && { custom_key }) }] }],
  });
  expect(
    knownValues([of('country', ['CA', 'NZ']), of('country', ['CA']), of('custom', ['pro'], 'plan')]),
  ).toEqual({
    country: ['CA', 'NZ'],
    'custom.plan': ['pro'],
  });
});
