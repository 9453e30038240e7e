import { describe, expect, it } from '@jest/globals';
import { createShapeCheck } from '../checks/shape-check.ts';
import { allowedOriginsSchema, storedOrigins } from './allowed-origins.ts';

const isWellShaped = createShapeCheck(allowedOriginsSchema);

describe('an allowed origin', () => {
  it.each([
    '*',
    'https://shop.example',
    'HTTPS://Shop.Example:8443',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://[::1]:5173',
    'https://*.shop.example',
    'https://*.example',
    'http://*.localhost:3000',
    'https://xn--bcher-kva.example',
    'capacitor://localhost',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  ])('may be %s', (origin) => {
    expect(isWellShaped([origin])).toBe(true);
  });

  it.each([
    '',
    'shop.example',
    'https://',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example?',
    'https://user@shop.example',
    'https://*',
    'https://*.',
    'https://*shop.example',
    'https://shop.*.example',
    'https://*.*.example',
    'capacitor://*.localhost',
    'https://shop..example',
    'https://shop.example:',
    'https://shop.example:123456',
    'https://bücher.example',
    'https://shop.example\n',
    ' https://shop.example',
    '**',
    'null',
    `https://${'a'.repeat(64)}.example`,
    `https://${'a.'.repeat(150)}example`,
  ])('is never %j', (origin) => {
    expect(isWellShaped.problems([origin])[0]?.message).toMatch(
      /^must (be an origin such as|have at most 300)/,
    );
  });

  it('is one of a hundred at most', () => {
    expect(isWellShaped(Array.from({ length: 100 }, (_, n) => `https://s${n}.example`))).toBe(true);
    expect(isWellShaped(Array.from({ length: 101 }, (_, n) => `https://s${n}.example`))).toBe(false);
    expect(isWellShaped([])).toBe(true);
  });

  it('is stored as browsers send it, once', () => {
    const given = [
      'HTTPS://Shop.Example:443',
      'http://a.example:80',
      'https://shop.example',
      'http://a.example:443',
    ];
    expect(storedOrigins(given)).toEqual([
      'https://shop.example',
      'http://a.example',
      'http://a.example:443',
    ]);
    expect(storedOrigins(['*', '*'])).toEqual(['*']);
  });
});
