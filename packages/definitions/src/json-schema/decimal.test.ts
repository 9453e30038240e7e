import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isWholeMultiple } from './decimal.ts';

it.each([
  [0.3, 0.1, true],
  [0.35, 0.1, false],
  [-1.5, 0.5, true],
  [0, 5e-324, true],
  [1e308, 5e-324, true],
  [1e-323, 5e-324, true],
  [3e-323, 2e-322, false],
  [1.7976931348623157e308, 3, false],
  [123_456_789_012_345_680_000, 1e20, false],
  [200_000_000_000_000_000_000, 1e20, true],
  [5e-324, 1e308, false],
])('of %d and %d it says %j', (value, divisor, expected) => {
  expect(isWholeMultiple(value, divisor)).toBe(expected);
});

/** Computes the same with whole numbers of hundreds of digits. */
function isMultipleInFull(value: number, divisor: number): boolean {
  const scaled = (given: number) => {
    const [mantissa = '0', power = '0'] = String(given).split('e');
    const [whole = '0', fraction = ''] = mantissa.split('.');
    return BigInt(whole + fraction) * 10n ** BigInt(Number(power) - fraction.length + 400);
  };
  return scaled(value) % scaled(divisor) === 0n;
}

it('agrees with whole numbers in full, whatever the exponents', () => {
  const digits = fc.integer({ min: 1, max: 999 });
  const exponent = fc.integer({ min: -300, max: 300 });
  const number = fc.oneof(
    fc.tuple(digits, exponent).map(([left, power]) => Number(`${left}e${power}`)),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e-300, max: 1e300 }),
  );
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 9 }), (value, divisor, factor) => {
      for (const each of [value, -value, divisor * factor].filter(Number.isFinite)) {
        expect(isWholeMultiple(each, divisor)).toBe(isMultipleInFull(each, divisor));
      }
    }),
  );
});

it('costs at most a few times what an ordinary divisor costs, also for the smallest one', () => {
  const cpuOf = (divisor: number) => {
    const start = process.cpuUsage();
    for (let index = 0; index < 20_000; index++) isWholeMultiple(1.5e300 + index * 1e290, divisor);
    return process.cpuUsage(start).user;
  };
  cpuOf(0.1);
  cpuOf(5e-324);
  expect(Math.min(cpuOf(5e-324), cpuOf(5e-324))).toBeLessThan(10 * Math.max(cpuOf(0.1), cpuOf(0.1)));
});
