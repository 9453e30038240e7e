import { expect, it } from '@jest/globals';
import { curlOf, unservedSentence } from './model.ts';

it.each([
  ['live', { enabled: true }, undefined],
  ['live', null, undefined],
  ['live', undefined, undefined],
  ['live', { enabled: false }, 'Targeting is off in Staging: overrides do not serve until it is on.'],
  ['complete', { enabled: true }, expect.stringContaining('The feature is complete')],
  ['archived', null, expect.stringContaining('The feature is archived')],
])('of a feature that is %s with targeting %j it says why pins do not serve', (status, targeting, said) => {
  expect(unservedSentence(status, targeting, 'Staging')).toEqual(said);
});

it('pins from a shell', () => {
  const target = { org: 'acme', project: 'shop', feature: 'checkout', env: 'production' };
  expect(curlOf('https://flags.example', target)).toContain(
    'https://flags.example/settings/v1/organisations/acme/projects/shop/features/checkout/environments/production/overrides/user-1',
  );
});
