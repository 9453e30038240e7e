import { expect, it } from '@jest/globals';
import { toConnectionString } from './connection-string.ts';

const address = 'postgresql://me:p%40ss@host:5432/flags';

it.each([
  ['', ''],
  ['?pgbouncer=true', ''],
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?sslmode=prefer&pgbouncer=true', '?sslmode=verify-full'],
  ['?sslmode=verify-ca&sslrootcert=ca.pem', '?sslmode=verify-full&sslrootcert=ca.pem'],
  ['?sslmode=verify-full', '?sslmode=verify-full'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
])('certificates are checked unless an address says no: "%s" is given to pg as "%s"', (given, expected) => {
  expect(toConnectionString(address + given)).toBe(address + expected);
});

it('an address that is none is left to pg', () => {
  expect(toConnectionString('nowhere')).toBe('nowhere');
});
