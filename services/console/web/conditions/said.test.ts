import { expect, it } from '@jest/globals';
import { below, knownValues } from './said.ts';

it('what is said of a part has paths that begin there', () => {
  const said = ['rules[1].any_of[0].all_of[2].values[0]', 'rules[10].name', 'rules[1]'].map((path) => ({
    path,
    message: 'no',
  }));
  expect(below(said, 'rules[1]').map(({ path }) => path)).toEqual(['any_of[0].all_of[2].values[0]', '']);
  expect(below(below(said, 'rules[1]'), 'any_of').map(({ path }) => path)).toEqual([
    '[0].all_of[2].values[0]',
  ]);
});

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
