const start = 0x811c9dc5;
const prime = 0x01000193;

export const hashStart = start | 0;

/** One step of FNV-1a; the caller walks over bytes forwards or backwards, but always the same way for one set. */
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

/** A set of 32-bit hashes that costs a look into one array. It may say yes to a stranger: what it lets through is read again. */
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
    // An empty slot is 0, so the hash 0 is kept as 1: at worst one more stranger.
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
