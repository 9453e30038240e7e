import { expect, it } from '@jest/globals';
import type { Found } from '../api/types.ts';
import { paths } from '../ui/paths.ts';
import { addressOf } from './addresses.ts';

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
