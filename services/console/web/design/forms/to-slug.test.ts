import { expect, it } from '@jest/globals';
import { toSlug } from './to-slug.ts';

it.each([
  ['New checkout!', 'new-checkout'],
  ['  Crème brûlée 2.0 ', 'creme-brulee-2.0'],
  ['…', ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('%j makes %j', (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});
