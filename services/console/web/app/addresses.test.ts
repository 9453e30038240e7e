import { expect, it } from '@jest/globals';
import type { Found } from '../api/types.ts';
import { paths } from '../page/paths.ts';
import { getAddress, groupVariables, listNearest } from './addresses.ts';

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
    const { to, params } = getAddress(found);
    expect(Object.values(paths)).toContain(to);
    const named = [...to.matchAll(/\$(\w+)/g)].map(([, name]) => name);
    expect(new Set(Object.keys({ org: 'acme', ...params }))).toEqual(new Set(named));
  },
);

const find = (kind: Found['kind'], slug: string, project = 'shop') =>
  ({ kind, project, feature: 'checkout', endpoint: null, slug, name: '' }) as Found;
const found = [
  find('variable', 'checkout-layout'),
  find('variable', 'checkout-enabled'),
  find('feature', 'checkout'),
  find('project', 'check', 'check'),
  find('feature', 'checkout', 'app'),
];

it('the nearest names are of this project, of each place once, and first of the kind that was looked for', () => {
  const named = (kind: string) =>
    listNearest(found, { kind, project: 'shop' }).map(({ found: { slug } }) => slug);
  expect(named('feature')).toEqual(['checkout', 'check']);
  expect(named('project')).toEqual(['check', 'checkout-layout']);
});

it('a variable that was found is below its feature, and stands alone if only the variable was found', () => {
  const grouped = (results: readonly Found[]) =>
    groupVariables(results).map(
      ({ found: { kind, slug, project }, isPart }) => `${isPart ? '  ' : ''}${kind} ${project}/${slug}`,
    );
  expect(grouped(found)).toEqual([
    'feature shop/checkout',
    '  variable shop/checkout-layout',
    '  variable shop/checkout-enabled',
    'project check/check',
    'feature app/checkout',
  ]);
  expect(grouped(found.slice(0, 1))).toEqual(['variable shop/checkout-layout']);
});
