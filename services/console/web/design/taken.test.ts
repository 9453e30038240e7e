import { expect, it } from '@jest/globals';
import { takenBy } from './taken.ts';

const feature = { kind: 'feature', slug: 'check.out-1' };
const variable = { kind: 'variable', slug: 'layout' };

it.each([
  ['the feature', { code: 'taken', resource: feature }, feature],
  [
    'the feature that has the variable',
    { code: 'taken', resource: variable, details: [{ path: 'variables[0].slug', resource: feature }] },
    feature,
  ],
  ['nothing that the error names', { code: 'taken' }, undefined],
  ['nothing, where something is in use', { code: 'in_use', resource: feature }, undefined],
  ['nothing, where there is no error', null, undefined],
])('a taken name belongs to %s', (_, problem, found) => {
  expect(takenBy(problem)).toEqual(found);
});
