import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHmacSha256 } from './hmac-sha256.ts';

function ours(key: Uint8Array, message: readonly number[]): string {
  const words = new Int32Array(message.length + 8);
  words.set(message);
  createHmacSha256(key, message.length)(words);
  return bytesOf(words.subarray(message.length)).toString('hex');
}

function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.alloc(words.length * 4);
  words.forEach((word, i) => bytes.writeInt32BE(word, i * 4));
  return bytes;
}

describe('HMAC-SHA256', () => {
  it('agrees with node:crypto for every key length around the block size and every message length', () => {
    const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.array(word, { maxLength: 13 }),
        (key, message) => {
          const theirs = createHmac('sha256', key)
            .update(bytesOf(Int32Array.from(message)))
            .digest('hex');
          expect(ours(key, message)).toBe(theirs);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([55, 56, 63, 64, 65, 119, 120, 128])('agrees with node:crypto for a key of %i bytes', (length) => {
    const key = Buffer.alloc(length, 0xa7);
    expect(ours(key, [1, 2, 3])).toBe(
      createHmac('sha256', key)
        .update(bytesOf(Int32Array.of(1, 2, 3)))
        .digest('hex'),
    );
  });

  it('returns the same result when used again', () => {
    const hmac = createHmacSha256(Buffer.from('key'), 12);
    const first = new Int32Array(20);
    const second = new Int32Array(20);
    hmac(first);
    hmac(second);
    expect(second).toEqual(first);
  });
});
