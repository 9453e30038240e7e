import { expect, it } from '@jest/globals';
import { isDeleted, markDeleted, unmark } from './deleted-features.ts';

it('queries of a deleted feature are disabled, those of others with its name are not', () => {
  const target = { org: 'acme', project: 'shop', feature: 'checkout' };
  markDeleted(target);
  const noun = (name: string, ...rest: string[]) => isDeleted([name, 'acme', 'shop', 'checkout', ...rest]);
  expect([noun('feature'), noun('serving', 'production'), noun('pins', 'production')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([noun('environments'), noun('segments'), noun('keys', 'used')]).toEqual([false, false, false]);
  unmark(target);
  expect(noun('feature')).toBe(false);
});
