import { expect, it } from '@jest/globals';
import { safeReturn } from './model.ts';

it.each([
  ['/o/acme/p/shop/features?text=a', '/o/acme/p/shop/features?text=a'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?return_to=/sign-in', '/'],
])('after signing in %s leads to %s', (given, expected) => {
  expect(safeReturn(given)).toBe(expected);
});
