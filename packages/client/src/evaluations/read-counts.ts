import { maxCountedKeys } from '../bounds.ts';
import type { Store, Stored } from './store.ts';

type Counts = Readonly<Record<string, number>>;

/** Counts the reads of each variable, for the next request for evaluations. */
export interface ReadCounts {
  readonly increment: (counts: Counts) => void;
  /** Returns the counts and resets them. */
  readonly drain: () => Counts;
  /** Stores the counts for the next visit. */
  readonly persist: () => void;
}

export function createReadCounts(store: Store): ReadCounts {
  const counts = new Map<string, number>();
  const increment: ReadCounts['increment'] = (more) => {
    for (const key of Object.keys(more)) {
      if (counts.size < maxCountedKeys || counts.has(key))
        counts.set(key, (counts.get(key) ?? 0) + more[key]!);
    }
  };
  const drain: ReadCounts['drain'] = () => {
    const drained = Object.fromEntries(counts);
    counts.clear();
    return drained;
  };
  /** Takes over the counts of an earlier visit and of other tabs. */
  const restore = (stored: Stored) => {
    increment(stored.reads ?? {});
    delete stored.reads;
  };
  store.update(restore);
  return {
    increment,
    drain,
    persist: () =>
      store.update((stored) => {
        restore(stored);
        stored.reads = drain();
      }),
  };
}
