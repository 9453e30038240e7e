import { expect, it } from '@jest/globals';
import { takenBy } from './taken.ts';

const taken = (message: string, details: object[] = []) => ({ code: 'taken', message, details });

it.each([
  [taken('There is a feature "check.out-1" already.'), { noun: 'feature', slug: 'check.out-1' }],
  [taken('There is an environment "eu" already.'), { noun: 'environment', slug: 'eu' }],
  [
    taken('There is a variable "layout" already.', [
      { path: 'variables[0].slug', message: 'belongs to the feature checkout' },
    ]),
    { noun: 'feature', slug: 'checkout' },
  ],
  [taken('Somebody else has just taken a name that this would take.'), undefined],
  [{ code: 'in_use', message: 'There is a feature "checkout" already.' }, undefined],
  [null, undefined],
])('what a refusal says has the name: %j', (problem, found) => {
  expect(takenBy(problem)).toEqual(found);
});
