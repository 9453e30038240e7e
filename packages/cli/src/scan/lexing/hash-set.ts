const start = 0x811c9dc5;
const prime = 0x01000193;

export const hashStart = start | 0;

/** Adds a byte by FNV-1a. All hashes of one set must take their bytes in the same direction. */
export function addToHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, prime);
}

export function hashForwards(text: string): number {
  let hash = hashStart;
  for (let i = 0; i < text.length; i++) hash = addToHash(hash, text.charCodeAt(i));
  return hash;
}

export function hashBackwards(text: string): number {
  let hash = hashStart;
  for (let i = text.length - 1; i >= 0; i--) hash = addToHash(hash, text.charCodeAt(i));
  return hash;
}

/**
 * A set of 32-bit hashes in one array. Two texts can have the same hash, so callers compare the text itself after a
 * positive answer.
 */
export interface HashSet {
  readonly slots: Int32Array;
  readonly mask: number;
}

export function createHashSet(hashes: Iterable<number>): HashSet {
  const all = [...hashes];
  let size = 64;
  while (size < all.length * 4) size *= 2;
  const set = { slots: new Int32Array(size), mask: size - 1 };
  for (const hash of all) {
    // 0 marks an empty slot, so the hash 0 is stored as 1.
    const kept = hash || 1;
    let slot = kept & set.mask;
    while (set.slots[slot] !== 0 && set.slots[slot] !== kept) slot = (slot + 1) & set.mask;
    set.slots[slot] = kept;
  }
  return set;
}

export function mayContain(set: HashSet, hash: number): boolean {
  const wanted = hash || 1;
  let slot = wanted & set.mask;
  for (;;) {
    const kept = set.slots[slot];
    if (kept === wanted) return true;
    if (kept === 0) return false;
    slot = (slot + 1) & set.mask;
  }
}
