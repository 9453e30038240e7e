import type { Store } from './store.ts';

type Counts = Readonly<Record<string, number>>;

/** How often each variable was read, for the next request for evaluations. */
export interface Reads {
  add(counts: Counts): void;
  /** What the next request carries. It is gone from here. */
  take(): Counts;
  /** Leaves them to the next visit. */
  keep(): void;
}

const mostKeys = 100;

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
  const { reads } = store.read();
  if (reads) {
    add(reads);
    store.update((stored) => delete stored.reads);
  }
  return {
    add,
    take,
    keep() {
      if (counts.size > 0) store.update((stored) => (stored.reads = take()));
    },
  };
}
