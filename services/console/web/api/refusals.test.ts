import { expect, it } from '@jest/globals';
import { refusalToChangeServed } from './refusals.ts';

const environments = [
  { slug: 'production', name: 'Production' },
  { slug: 'staging', name: 'Staging' },
];

it('a member is told which protected environments bar a change', () => {
  const uses = [
    { environment: 'production', protected: true, variations: [] },
    { environment: 'staging', protected: false, variations: [] },
  ];
  expect(refusalToChangeServed('member', uses, environments)).toMatch(/^It is served in Production, where/);
  expect(refusalToChangeServed('member', uses.slice(1), environments)).toBeUndefined();
  expect(refusalToChangeServed('member', undefined, environments)).toMatch(/not known yet/);
  expect(refusalToChangeServed('viewer', [], environments)).toMatch(/^Viewers/);
  expect(refusalToChangeServed('admin', uses, environments)).toBeUndefined();
});
