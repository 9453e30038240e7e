import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createTailCache, readTail } from './uuid-tail.ts';

function hexOf(words: Int32Array): string {
  return [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function tailOf(uuid: string): string {
  return uuid.slice(19).replaceAll('-', '');
}

describe('the tail of a UUID', () => {
  it('is its last 64 bits, in either case', () => {
    const words = new Int32Array(2);
    for (let i = 0; i < 100; i++) {
      const uuid = randomUUID();
      readTail(i % 2 === 0 ? uuid : uuid.toUpperCase(), words, 0);
      expect(hexOf(words)).toBe(tailOf(uuid));
    }
  });

  it('is cached for more UUIDs than fit at first', () => {
    const memory = createTailCache();
    const uuids = Array.from({ length: 3000 }, () => randomUUID());
    const words = new Int32Array(2);
    for (const uuid of [...uuids, ...uuids]) {
      memory.copy(uuid, words, 0);
      expect(hexOf(words)).toBe(tailOf(uuid));
    }
  });
});
