import { collidingIntegers } from '@bunting/testing/numbers';

/** As many as all operands that a segment and a feature may have, and a user may send. */
const count = 32_768;
let numbers: readonly number[] | undefined;

/** Returns the n-th of the numbers that fall into one bucket of a `Set`. Operands count from 0; users have those from the end. */
export function collidingNumber(n: number): number {
  numbers ??= collidingIntegers(count);
  return numbers[((n % count) + count) % count] as number;
}
