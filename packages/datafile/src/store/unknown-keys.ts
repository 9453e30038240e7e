/** Caches keys that were looked up and not found, for a short time and up to a capacity. */
export interface UnknownKeys {
  has(key: string): boolean;
  /** Adds a key unless `clear` was called since the generation in which the look-up began: it may exist now. */
  add(key: string, generation: number): void;
  /** Forgets all keys, because any of them may exist now. */
  clear(): void;
  generation(): number;
  size(): number;
}

export function createUnknownKeys(options: {
  capacity: number;
  ttlMs: number;
  now: () => number;
}): UnknownKeys {
  const { capacity, ttlMs, now } = options;
  const expiries = new Map<string, number>();
  let generation = 0;

  /**
   * Keys have one TTL and a Map keeps the order of insertion, so the first keys expire first. Many at once: before it finds the first, V8
   * passes over all keys that were deleted, which would cost a flood of unknown keys as much again as the rest of their requests.
   */
  function dropOldest(): void {
    let left = Math.max(1, Math.floor(capacity / 10));
    for (const key of expiries.keys()) {
      expiries.delete(key);
      if (--left === 0) return;
    }
  }

  return {
    has(key) {
      const expiry = expiries.get(key);
      if (expiry === undefined) return false;
      if (now() < expiry) return true;
      expiries.delete(key);
      return false;
    },
    add(key, since) {
      if (since !== generation) return;
      expiries.delete(key);
      if (expiries.size >= capacity) dropOldest();
      expiries.set(key, now() + ttlMs);
    },
    clear() {
      expiries.clear();
      generation += 1;
    },
    generation: () => generation,
    size: () => expiries.size,
  };
}
