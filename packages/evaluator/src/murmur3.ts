/**
 * MurmurHash3 x86_32, seed 0, over the UTF-8 of a string, without encoding it into a buffer first.
 * Lone surrogates hash as U+FFFD, as every UTF-8 encoder writes them.
 *
 * A hash can be paused after a prefix and continued with many endings: rules of a feature share
 * `salt:purpose:`, so only the bucketing key is hashed during a request.
 */
export interface HashPrefix {
  /** State after the whole four-byte blocks of the prefix. */
  readonly hash: number;
  /** Bytes that do not fill a block yet, little end first, and how many bits they take. */
  readonly pending: number;
  readonly pendingBits: number;
  readonly byteLength: number;
}

const emptyPrefix: HashPrefix = { hash: 0, pending: 0, pendingBits: 0, byteLength: 0 };

export function murmur3(text: string): number {
  return continueMurmur3(emptyPrefix, text);
}

/** Hashes a prefix so far that it can be continued. The prefix must be ASCII or end in a whole character. */
export function startMurmur3(prefix: string): HashPrefix {
  const bytes = utf8(prefix);
  let hash = 0;
  let position = 0;
  for (; position + 4 <= bytes.length; position += 4) {
    hash = mixBlock(hash, blockAt(bytes, position, 4));
  }
  const rest = bytes.length - position;
  return { hash, pending: blockAt(bytes, position, rest), pendingBits: rest * 8, byteLength: bytes.length };
}

/** The hash of prefix + text, an unsigned 32-bit integer. */
export function continueMurmur3(prefix: HashPrefix, text: string): number {
  let hash = prefix.hash;
  let pending = prefix.pending;
  let bits = prefix.pendingBits;
  const end = text.length;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return continueBytes(hash, pending, bits, prefix.byteLength + index, text, index);
    pending |= code << bits;
    bits += 8;
    if (bits === 32) {
      hash = mixBlock(hash, pending);
      pending = 0;
      bits = 0;
    }
  }
  return finish(hash, pending, prefix.byteLength + end);
}

/** The slow lane, from the first character that is not ASCII. */
function continueBytes(
  hash: number,
  pending: number,
  bits: number,
  byteLength: number,
  text: string,
  from: number,
): number {
  const bytes = utf8(text.slice(from));
  for (const byte of bytes) {
    pending |= byte << bits;
    bits += 8;
    if (bits === 32) {
      hash = mixBlock(hash, pending);
      pending = 0;
      bits = 0;
    }
  }
  return finish(hash, pending, byteLength + bytes.length);
}

function mixBlock(hash: number, block: number): number {
  const mixed = hash ^ scramble(block);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function scramble(block: number): number {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}

function finish(hash: number, pending: number, byteLength: number): number {
  let mixed = hash ^ scramble(pending) ^ byteLength;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function blockAt(bytes: readonly number[], position: number, count: number): number {
  let block = 0;
  for (let offset = 0; offset < count; offset++) block |= (bytes[position + offset] ?? 0) << (8 * offset);
  return block;
}

/** By hand, because this package knows no Node types and no web ones: there is no TextEncoder here. */
function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    const scalar = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (scalar < 0x80) bytes.push(scalar);
    else if (scalar < 0x800) bytes.push(0xc0 | (scalar >> 6), continuation(scalar));
    else if (scalar < 0x10000)
      bytes.push(0xe0 | (scalar >> 12), continuation(scalar >> 6), continuation(scalar));
    else {
      bytes.push(
        0xf0 | (scalar >> 18),
        continuation(scalar >> 12),
        continuation(scalar >> 6),
        continuation(scalar),
      );
    }
  }
  return bytes;
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
