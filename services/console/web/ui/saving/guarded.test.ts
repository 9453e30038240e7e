import { expect, it } from '@jest/globals';
import { guardedOf } from './guarded.ts';

it('the protected environments that a change touches are named, also where the server left some out', () => {
  const environments = [
    { slug: 'production', name: 'Production' },
    { slug: 'europe', name: 'Europe' },
  ];
  const touch = (environment: string, isProtected = true) => ({ environment, protected: isProtected });
  const named = (touches: ReturnType<typeof touch>[], omitted = 0) =>
    guardedOf(touches, omitted, environments);
  expect(named([])).toBe('');
  expect(named([touch('staging', false)], 7)).toBe('');
  expect(named([touch('europe'), touch('europe'), touch('production'), touch('staging', false)], 7)).toBe(
    'Europe and Production',
  );
  expect(named([touch('europe')], 1)).toBe('Europe and others');
});
