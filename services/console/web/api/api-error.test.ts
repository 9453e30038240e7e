import { expect, it } from '@jest/globals';
import { ApiError, getExistingResource, isContentError } from './api-error.ts';

const feature = { kind: 'feature', slug: 'check.out-1' };
const variable = { kind: 'variable', slug: 'layout' };

it.each([
  ['the feature', { code: 'taken', resource: feature }, feature],
  [
    'the feature that has the variable',
    {
      code: 'taken',
      resource: variable,
      details: [{ path: 'variables[0].slug', message: '', resource: feature }],
    },
    feature,
  ],
  ['nothing that the error names', { code: 'taken' }, undefined],
  ['nothing, where something is in use', { code: 'in_use', resource: feature }, undefined],
])('a taken name belongs to %s', (_, fields, found) => {
  expect(getExistingResource(new ApiError('', { status: 409, ...fields }))).toEqual(found);
});

it('no name is taken where there is no error, or another one', () => {
  expect([getExistingResource(null), getExistingResource(new Error('taken'))]).toEqual([
    undefined,
    undefined,
  ]);
});

it('a document is refused because of its content where the answer says what is wrong with it', () => {
  const details = [{ path: 'name', message: 'must not be empty' }];
  const errors = [
    new ApiError('', { status: 400, details }),
    new ApiError('', { status: 400 }),
    new ApiError('', { status: 409, details }),
    null,
  ];
  expect(errors.map(isContentError)).toEqual([true, false, false, false]);
});
