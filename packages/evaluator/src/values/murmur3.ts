import { codePointAt } from './code-point.ts';

/**
 * MurmurHash3 x86_32, seed 0, over the UTF-8 of a string, without encoding it into a buffer first.
 * Lone surrogates hash as U+FFFD, as every UTF-8 encoder writes them.
 *
 * A hash can be paused after a prefix and continued with many endings: rules of a feature share
 * `salt:purpose:`, so only the bucketing key is hashed during a request.
 */
export interface HashState {
  /** State after the whole four-byte blocks so far. */
  readonly hash: number;
  /** Bytes that do not fill a block yet, little end first, and how many bits they take. */
  readonly pending: number;
  readonly pendingBits: number;
  readonly byteLength: number;
}

export const emptyHash: HashState = { hash: 0, pending: 0, pendingBits: 0, byteLength: 0 };

/** Returns the MurmurHash3 (x86, 32 bits, seed 0) of the text's UTF-8 bytes, as an unsigned integer. */
export function murmur3(text: string): number {
  return finishHash(continueHash(emptyHash, text));
}

/** Takes in more text. The texts must not part a surrogate pair. */
export function continueHash(state: HashState, text: string): HashState {
  let { hash, pending, pendingBits: bits, byteLength } = state;
  const end = text.length;
  let index = 0;
  while (index < end) {
    // One to four bytes of UTF-8, little end first: of four ASCII characters at once, or of one character.
    let bytes = text.charCodeAt(index);
    let width = 8;
    if (bytes < 0x80) {
      if (index + 4 <= end) {
        const second = text.charCodeAt(index + 1);
        const third = text.charCodeAt(index + 2);
        const fourth = text.charCodeAt(index + 3);
        if ((second | third | fourth) < 0x80) {
          bytes |= (second << 8) | (third << 16) | (fourth << 24);
          width = 32;
          index += 3;
        }
      }
    } else if (bytes < 0x800) {
      bytes = 0x80c0 | (bytes >> 6) | ((bytes & 0x3f) << 8);
      width = 16;
    } else {
      const point = codePointAt(text, index);
      if (point >= 0x10000) {
        bytes = fourBytes(point);
        width = 32;
        index++;
      } else {
        bytes = threeBytes(point >= 0xd800 && point <= 0xdfff ? 0xfffd : point);
        width = 24;
      }
    }
    index++;
    byteLength += width >> 3;
    pending |= bytes << bits;
    if (bits + width >= 32) {
      hash = mixBlock(hash, pending);
      pending = bits === 0 ? 0 : bytes >>> (32 - bits);
      bits -= 32;
    }
    bits += width;
  }
  return { hash, pending, pendingBits: bits, byteLength };
}

/** Returns the hash of all text so far, an unsigned 32-bit integer. */
export function finishHash({ hash, pending, byteLength }: HashState): number {
  let mixed = hash ^ scramble(pending) ^ byteLength;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function mixBlock(hash: number, block: number): number {
  const mixed = hash ^ scramble(block);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function scramble(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function threeBytes(point: number): number {
  return 0xe0 | (point >> 12) | (continuation(point >> 6) << 8) | (continuation(point) << 16);
}

function fourBytes(point: number): number {
  return (
    0xf0 |
    (point >> 18) |
    (continuation(point >> 12) << 8) |
    (continuation(point >> 6) << 16) |
    (continuation(point) << 24)
  );
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
