import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createUserSet } from './user-set.ts';

const numbers = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300_000 })),
);

function setOf(values: Iterable<number>) {
  const set = createUserSet();
  for (const value of values) set.add(value);
  return set;
}

describe('a set of users', () => {
  it('is the same after packing, whatever is in it', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const unpacked = createUserSet();
        unpacked.addPacked(setOf(values).pack());
        expect(unpacked.size()).toBe(values.length);
        expect(unpacked.pack()).toEqual(setOf(values).pack());
        expect(setOf(values).sizeOfIntersection(unpacked)).toBe(values.length);
      }),
    );
  });

  it('counts what is in one, in both and in either', () => {
    fc.assert(
      fc.property(numbers, numbers, (left, right) => {
        const either = setOf(left);
        either.addAll(setOf(right));
        expect(either.size()).toBe(new Set([...left, ...right]).size);
        expect(setOf(left).sizeOfIntersection(setOf(right))).toBe(
          left.filter((value) => right.includes(value)).length,
        );
      }),
    );
  });

  it('takes a byte for each user when it is sparse, and a bit when it is dense', () => {
    const few = setOf(Array.from({ length: 1_000 }, (_, n) => n * 100));
    expect(few.pack()).toHaveLength(1_001);
    const dense = setOf(Array.from({ length: 80_000 }, (_, n) => n));
    expect(dense.pack()).toHaveLength(10_001);
  });

  it('may be empty', () => {
    expect(createUserSet().pack()).toEqual(Buffer.from([0]));
    expect(createUserSet().size()).toBe(0);
  });
});
