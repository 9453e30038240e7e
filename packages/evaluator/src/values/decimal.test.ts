import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { formatDecimal } from './decimal.ts';

describe('formatDecimal', () => {
  it.each([
    [42, '42'],
    [-7, '-7'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.5e-9, '-0.0000000015'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('writes %d as %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  it('writes digits that read as the same number, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(formatDecimal(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(formatDecimal(value))).toBe(value + 0);
      }),
    );
  });
});
