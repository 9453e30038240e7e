import { expect, it } from '@jest/globals';
import { unservedSentence } from './model.ts';

it.each([
  ['live', { enabled: true }, undefined],
  ['live', null, undefined],
  ['live', undefined, undefined],
  ['live', { enabled: false }, 'Targeting is off in Staging, so overrides don’t apply.'],
  ['complete', { enabled: true }, expect.stringContaining('The feature is complete')],
  ['archived', null, expect.stringContaining('The feature is archived')],
])('of a feature that is %s with targeting %j it says why pins do not serve', (status, targeting, said) => {
  expect(unservedSentence(status, targeting, 'Staging')).toEqual(said);
});
