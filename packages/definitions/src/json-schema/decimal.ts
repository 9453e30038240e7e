/** A number as digits and a power of ten: 1.5 is 15 and -1. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

/**
 * Returns whether a number is a whole multiple of another, as they are written: 0.3 is one of 0.1, though the division of doubles leaves a
 * remainder.
 */
export function isWholeMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [left, right] = [decimalOf(value), decimalOf(divisor)];
  if (left.digits === 0n) return true;
  const shift = left.exponent - right.exponent;
  // Powers of ten up to 10^632 would make numbers of hundreds of digits: only their remainders are needed.
  if (shift >= 0) return (left.digits * powerModulo(10n, shift, right.digits)) % right.digits === 0n;
  // The divisor has more digits than the value.
  if (-shift > maxDigits) return false;
  return left.digits % (right.digits * 10n ** BigInt(-shift)) === 0n;
}

/** A double is written with at most this many digits before its power of ten. */
const maxDigits = 21;

/** Computes `base ** exponent % modulus` by squaring. */
function powerModulo(base: bigint, exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = base % modulus;
  for (let left = exponent; left > 0; left >>= 1) {
    if (left % 2 === 1) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
