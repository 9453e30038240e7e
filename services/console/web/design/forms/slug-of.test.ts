import { expect, it } from '@jest/globals';
import { slugOf } from './slug-of.ts';

it.each([
  ['New checkout!', 'new-checkout'],
  ['  Crème brûlée 2.0 ', 'creme-brulee-2.0'],
  ['…', ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('%j makes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
