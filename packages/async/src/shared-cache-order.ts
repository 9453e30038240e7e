import { getQuarter } from './shares.ts';

/** Which entries of a cache are dropped when it is full, so that one owner does not push out what the others use. */
export interface SharedCacheOrder {
  /** Adds to the size of an entry, or the entry. It becomes the one that was used last. */
  add(key: string, owner: string, size: number): void;
  /** Marks the entry as used. */
  use(key: string): void;
  remove(key: string): void;
  /** Removes and returns the entries beyond the total: the oldest of the owner that exceeds its share most, otherwise the oldest of all. */
  evict(): string[];
  /** Returns the size of all entries. */
  size(): number;
}

interface Entry {
  readonly owner: string;
  readonly size: number;
}

/** @param options.share what an owner keeps when the cache is full; absent = a quarter. Until then it may have everything. */
export function createSharedCacheOrder({
  total,
  share = getQuarter(total),
}: {
  readonly total: number;
  readonly share?: number;
}): SharedCacheOrder {
  /** The least recently used comes first. */
  const entries = new Map<string, Entry>();
  const owners = new Map<string, { size: number; readonly keys: Set<string> }>();
  let all = 0;

  function put(key: string, { owner, size }: Entry): void {
    entries.set(key, { owner, size });
    const own = owners.get(owner) ?? { size: 0, keys: new Set() };
    owners.set(owner, own);
    own.keys.add(key);
    own.size += size;
    all += size;
  }

  function remove(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    const own = owners.get(entry.owner)!;
    own.keys.delete(key);
    own.size -= entry.size;
    if (own.keys.size === 0) owners.delete(entry.owner);
    all -= entry.size;
    return entry;
  }

  function next(): string | undefined {
    let most: { readonly size: number; readonly keys: Set<string> } | undefined;
    for (const own of owners.values()) {
      if (own.size > share && own.size > (most?.size ?? 0)) most = own;
    }
    const [oldest] = most?.keys ?? entries.keys();
    return oldest;
  }

  return {
    add: (key, owner, size) => put(key, { owner, size: (remove(key)?.size ?? 0) + size }),
    use(key) {
      const entry = remove(key);
      if (entry !== undefined) put(key, entry);
    },
    remove: (key) => void remove(key),
    evict() {
      const evicted: string[] = [];
      while (all > total) {
        const key = next();
        if (key === undefined) break;
        remove(key);
        evicted.push(key);
      }
      return evicted;
    },
    size: () => all,
  };
}
