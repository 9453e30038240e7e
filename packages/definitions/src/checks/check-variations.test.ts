import { describe, expect, it } from '@jest/globals';
import { checkVariations } from './check-variations.ts';
import type { VariableInput, VariationInput } from '../schemas/feature-schema.ts';

const variables: VariableInput[] = [
  { slug: 'Flag', type: 'boolean' },
  { slug: 'count', type: 'number' },
  { slug: 'text', type: 'string' },
  { slug: 'shape', type: 'json' },
];
const values = { flag: true, count: 0, text: '', shape: { a: [1, null] } };

function problemsOf(...variations: VariationInput[]) {
  return [...checkVariations(variations, variables, 'variations')].map(({ path, message }) => [
    path,
    message,
  ]);
}

describe('the variations of a feature', () => {
  it('may give values of any case of name and any JSON to a json variable', () => {
    expect(problemsOf({ slug: 'on', values: { ...values, shape: false } })).toEqual([]);
    const { flag, ...rest } = values;
    expect(problemsOf({ slug: 'on', values: { FLAG: flag, ...rest, shape: [] } })).toEqual([]);
  });

  it.each<[object, string, RegExp]>([
    [{ flag: 'true' }, 'variations[0].values.flag', /true or false/],
    [{ count: '1' }, 'variations[0].values.count', /finite number/],
    [{ count: null }, 'variations[0].values.count', /finite number/],
    [{ text: 1 }, 'variations[0].values.text', /must be a string/],
    [{ shape: null }, 'variations[0].values.shape', /must not be null/],
    [{ other: 1 }, 'variations[0].values.other', /not a variable of the feature/],
    [{ FLAG: true }, 'variations[0].values.FLAG', /listed twice/],
    [{ 'no slug!': 1 }, 'variations[0].values["no slug!"]', /not a variable/],
  ])('must not give %j', (given, path, message) => {
    expect(problemsOf({ slug: 'on', values: { ...values, ...given } })).toEqual([
      [path, expect.stringMatching(message)],
    ]);
  });

  it('must give every variable a value', () => {
    expect(problemsOf({ slug: 'on' }).map(([path]) => path)).toEqual([
      'variations[0].values.flag',
      'variations[0].values.count',
      'variations[0].values.text',
      'variations[0].values.shape',
    ]);
  });

  it('must have slugs of their own, in any case', () => {
    expect(problemsOf({ slug: 'on', values }, { slug: 'ON', values })).toEqual([
      ['variations[1].slug', '"on" is already used at variations[0].slug'],
    ]);
  });
});
