import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { getAttemptError, problemSentence, safeReturn } from './model.ts';

it.each([
  ['/o/acme/p/shop/features?text=a', '/o/acme/p/shop/features?text=a'],
  ['/invitations/token', '/invitations/token'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?return_to=/sign-in', '/'],
  ['/sign-up', '/'],
  ['/settings/v1/session', '/'],
])('after signing in %s leads to %s', (given, expected) => {
  expect(safeReturn(given)).toBe(expected);
});

it('says of every code what went wrong at the provider, and something of others', () => {
  expect(problemSentence('sign_up_closed')).toMatch(/Ask an admin/);
  expect(problemSentence('made_up')).toBe('The identity provider did not sign you in. Try again.');
});

it.each([
  [401, 'Wrong.', 'Wrong.'],
  [429, 'Too many.', 'Too many.'],
  [503, 'Away.', 'Your password can’t be checked right now. Try again in a moment.'],
  [0, 'Away.', 'Your password can’t be checked right now. Try again in a moment.'],
])('of a refusal with %d says %s as %s', (status, message, expected) => {
  expect(getAttemptError(new ApiError(message, { status }), 'Your password')).toBe(expected);
});
