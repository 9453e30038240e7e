import { expect, it } from '@jest/globals';
import { isLeft, leave, stay } from './leaving.ts';

it('what is asked of a feature that is left is not asked, and what has its name elsewhere is', () => {
  const target = { org: 'acme', project: 'shop', feature: 'checkout' };
  leave(target);
  const noun = (name: string, ...rest: string[]) => isLeft([name, 'acme', 'shop', 'checkout', ...rest]);
  expect([noun('feature'), noun('serving', 'production'), noun('pins', 'production')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([noun('environments'), noun('segments'), noun('keys', 'used')]).toEqual([false, false, false]);
  stay(target);
  expect(noun('feature')).toBe(false);
});
