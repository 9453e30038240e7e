import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { continueHash, emptyHash, finishHash, murmur3 } from './murmur3.ts';

describe('murmur3', () => {
  it.each([
    ['', 0],
    ['hello', 613153351],
    ['The quick brown fox jumps over the lazy dog', 776992547],
    ['a1b2c3d4:split:user-123', 1753410424],
    ['a1b2c3d4:rollout:user-123', 2569047708],
    ['a1b2c3d4:split:user-124', 732260607],
    ['a1b2c3d4:split:jane@example.com', 1111325412],
    ['a1b2c3d4:split:ünïcödé', 3443016347],
  ])('hashes %j to %d', (text, hash) => {
    expect(murmur3(text)).toBe(hash);
  });

  it('hashes characters of one to four UTF-8 bytes as the textbook does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(murmur3(text)).toBe(textbook(text))),
    );
  });

  it('hashes them so while it is interpreted, and after each compiler has had it', () => {
    const texts = ['plain', 'ünïcödé', '日本語', ' \u{10000}', 'a👩‍👩‍👧b'];
    const wrong = new Set<string>();
    for (let times = 0; times < 20_000; times++) {
      for (const text of texts) if (murmur3(text) !== textbook(text)) wrong.add(text);
    }
    expect([...wrong]).toEqual([]);
  });

  it('hashes lone surrogates as the replacement character', () => {
    expect(murmur3('a\ud800b')).toBe(murmur3('a\ufffdb'));
    expect(murmur3('\udc00')).toBe(murmur3('\ufffd'));
  });

  it('gives the same hash however a text is cut into prefix and ending', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (prefix, ending) => {
        expect(finishHash(continueHash(continueHash(emptyHash, prefix), ending))).toBe(
          murmur3(prefix + ending),
        );
      }),
    );
  });
});

/** Computes the hash as published, over a list of bytes. */
function textbook(text: string): number {
  const bytes = [...encodeURIComponent(text).matchAll(/%(..)|(.)/g)].map(([, hex, plain]) =>
    hex === undefined ? (plain ?? '').charCodeAt(0) : Number.parseInt(hex, 16),
  );
  const scramble = (block: number): number => {
    const product = Math.imul(block, 0xcc9e2d51);
    return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
  };
  const block = (from: number, to: number): number =>
    bytes.slice(from, to).reduceRight((sum, byte) => (sum << 8) | byte, 0);
  const whole = bytes.length - (bytes.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scramble(block(at, at + 4));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= scramble(block(whole, bytes.length)) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
