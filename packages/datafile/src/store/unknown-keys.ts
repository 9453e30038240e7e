/** Keys that were looked up and not found, for a short while and up to a number of them. */
export interface UnknownKeys {
  has(key: string): boolean;
  /** Remembers the key unless `clear` was called since `era`, when the look-up began: it may exist by now. */
  add(key: string, era: number): void;
  /** Any of them may exist now. */
  clear(): void;
  era(): number;
  size(): number;
}

export function createUnknownKeys(options: {
  capacity: number;
  ttlMs: number;
  now: () => number;
}): UnknownKeys {
  const { capacity, ttlMs, now } = options;
  const expiries = new Map<string, number>();
  let era = 0;
  return {
    has(key) {
      const expiry = expiries.get(key);
      if (expiry === undefined) return false;
      if (now() < expiry) return true;
      expiries.delete(key);
      return false;
    },
    add(key, since) {
      if (since !== era) return;
      expiries.delete(key);
      // A Map keeps the order of insertion, and all live equally long: the first is the next to expire.
      if (expiries.size >= capacity) expiries.delete(expiries.keys().next().value!);
      expiries.set(key, now() + ttlMs);
    },
    clear() {
      expiries.clear();
      era += 1;
    },
    era: () => era,
    size: () => expiries.size,
  };
}
