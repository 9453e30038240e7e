import { mostKeys } from '../bounds.ts';
import type { Store, Stored } from './store.ts';

type Counts = Readonly<Record<string, number>>;

/** How often each variable was read, for the next request for evaluations. */
export interface Reads {
  readonly add: (counts: Counts) => void;
  /** What the next request carries. It is gone from here. */
  readonly take: () => Counts;
  /** Leaves them to the next visit. */
  readonly keep: () => void;
}

export function createReads(store: Store): Reads {
  let counts = new Map<string, number>();
  const add: Reads['add'] = (more) => {
    for (const key of Object.keys(more)) {
      if (counts.size < mostKeys || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + more[key]!);
    }
  };
  const take: Reads['take'] = () => {
    const taken = Object.fromEntries(counts);
    counts = new Map();
    return taken;
  };
  /** Those of an earlier visit, and of other tabs. */
  const restore = (stored: Stored) => {
    add(stored.reads ?? {});
    delete stored.reads;
  };
  store.update(restore);
  return {
    add,
    take,
    keep: () =>
      store.update((stored) => {
        restore(stored);
        stored.reads = take();
      }),
  };
}
