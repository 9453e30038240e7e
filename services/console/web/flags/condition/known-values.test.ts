import { expect, it } from '@jest/globals';
import type { Property } from '@bunting/evaluator/definition';
import type { Condition } from '../../api/types.ts';
import { knownValues } from './known-values.ts';

it('known values are those of the rules, by attribute', () => {
  const of = (property: Property, values: string[], custom_key?: string) => {
    const condition: Condition = { property, operator: 'is', values, ...(custom_key && { custom_key }) };
    return { any_of: [{ all_of: [condition] }] };
  };
  expect(
    knownValues([of('country', ['CA', 'NZ']), of('country', ['CA']), of('custom', ['pro'], 'plan')]),
  ).toEqual({
    country: ['CA', 'NZ'],
    'custom.plan': ['pro'],
  });
});
