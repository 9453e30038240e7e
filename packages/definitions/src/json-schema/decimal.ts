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

/** Whether a number is a whole multiple of another, as they are written: 0.3 is one of 0.1, though the division of doubles leaves a rest. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [left, right] = [decimalOf(value), decimalOf(divisor)];
  const exponent = Math.min(left.exponent, right.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(left) % scaled(right) === 0n;
}
