/**
 * Returns different whole numbers that fall into one bucket of a `Set` or `Map` of V8 of up to 65,536 buckets. V8 hashes numbers without a seed, by
 * `ComputeUnseededHash`; its steps can be undone, so each number is made from a hash whose last 16 bits are the same.
 */
export function collidingIntegers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => integerWithHash((((index + 1) << 16) | 1) >>> 0));
}

/** Returns numbers with a fraction or beyond 32 bits whose 30-bit hashes (`ComputeLongHash`) are equal. */
export function collidingDoubles(count: number): number[] {
  const bits = new BigUint64Array(1);
  const [double] = [new Float64Array(bits.buffer)];
  const numbers: number[] = [];
  for (let high = 1n; numbers.length < count; high += 1n) {
    bits[0] = bitsWithHash((high << 30n) | 1n);
    const number = double[0] as number;
    if (Number.isFinite(number) && number !== (number | 0)) numbers.push(number);
  }
  return numbers;
}

function integerWithHash(wanted: number): number {
  let hash = undoShift(wanted, 16);
  hash = Math.imul(hash, inverseOf2057);
  hash = undoShift(hash, 4);
  hash = Math.imul(hash, inverseOf5);
  hash = undoShift(hash, 12);
  // The first step is `~key + (key << 15)`, which is key * 0x7fff - 1.
  return Math.imul(hash + 1, inverseOf0x7fff) | 0;
}

const [inverseOf2057, inverseOf5, inverseOf0x7fff] = [2057, 5, 0x7fff].map((odd) =>
  Number(inverseOf(BigInt(odd), 32)),
) as [number, number, number];

/** Undoes `hash ^ (hash >>> shift)`. */
function undoShift(mixed: number, shift: number): number {
  let hash = mixed;
  for (let by = shift; by < 32; by += shift) hash = mixed ^ (hash >>> shift);
  return hash >>> 0;
}

function bitsWithHash(wanted: bigint): bigint {
  let hash = undoLongShift(wanted, 22n);
  hash = BigInt.asUintN(64, hash * inverseOf65);
  hash = undoLongShift(hash, 11n);
  hash = BigInt.asUintN(64, hash * inverseOf21);
  hash = undoLongShift(hash, 31n);
  return BigInt.asUintN(64, (hash + 1n) * inverseOf0x3ffff);
}

const [inverseOf65, inverseOf21, inverseOf0x3ffff] = [65n, 21n, 0x3ffffn].map((odd) =>
  inverseOf(odd, 64),
) as [bigint, bigint, bigint];

function undoLongShift(mixed: bigint, shift: bigint): bigint {
  let hash = mixed;
  for (let by = shift; by < 64n; by += shift) hash = mixed ^ (hash >> shift);
  return hash;
}

/**
 * Returns the factor that undoes a multiplication by an odd number modulo 2^bits: each step doubles the bits that are
 * right.
 */
function inverseOf(odd: bigint, bits: number): bigint {
  let inverse = 1n;
  for (let right = 1; right < bits; right *= 2)
    inverse = BigInt.asUintN(bits, inverse * (2n - odd * inverse));
  return inverse;
}
