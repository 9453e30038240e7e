import { expect, it } from '@jest/globals';
import type { Found } from '../api/types.ts';
import { paths } from '../page/paths.ts';
import { addressOf, nearestOf } from './addresses.ts';

const kinds = [
  'feature',
  'variable',
  'segment',
  'environment',
  'project',
  'member',
  'webhook_endpoint',
  'delivery',
  'change',
] as const satisfies readonly Found['kind'][];

it.each(kinds)(
  'a %s that was found is shown at an address of the console, which has all its parts',
  (kind) => {
    const found = { kind, project: 'shop', feature: 'f', endpoint: 'e', slug: 's' } as Found;
    const { to, params } = addressOf(found);
    expect(Object.values(paths)).toContain(to);
    const named = [...to.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    expect(new Set(Object.keys({ org: 'acme', ...params }))).toEqual(new Set(named));
  },
);

it('the nearest names are of each place once, and first of the kind that was looked for', () => {
  const of = (kind: Found['kind'], slug: string) =>
    ({ kind, project: 'shop', feature: 'checkout', endpoint: null, slug, name: '' }) as Found;
  const found = [
    of('variable', 'checkout-layout'),
    of('variable', 'checkout-enabled'),
    of('feature', 'checkout'),
    of('project', 'check'),
  ];
  const named = (kind: string) => nearestOf(found, kind).map(({ found: { slug } }) => slug);
  expect(named('feature')).toEqual(['checkout', 'check']);
  expect(named('project')).toEqual(['check', 'checkout-layout']);
});
