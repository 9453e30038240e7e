/** The entries of two lists that belong together, by index. */
export interface Paired {
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export type Pair = readonly [before: number, after: number];

/** Returns the keys of an entry: it may be paired with every entry that has one of them. */
export type GetKeys<Entry> = (entry: Entry, index: number) => readonly (string | undefined)[];

/** Pairs equal entries first, then those that share a key, by one step after the other. */
export function pairSimilar<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  steps: readonly GetKeys<Entry>[],
): Paired {
  return pairEntries(before, after, [(entry) => [JSON.stringify(entry)], ...steps]);
}

/**
 * Pairs the entries of two lists. In each step every remaining entry is paired with the first remaining one that shares a key with it,
 * unless both have ids, and these differ. Entries that remain are removed or added. Looks keys up instead of comparing each entry with
 * each, because a list may have thousands of entries.
 */
export function pairEntries<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  steps: readonly GetKeys<Entry>[],
): Paired {
  const pairs: Pair[] = [];
  const paired = new Set<number>();
  let removed = [...before.keys()];
  for (const getKeys of steps) {
    const candidates = new Map<string, number[]>();
    for (let index = after.length - 1; index >= 0 && removed.length > 0; index -= 1) {
      if (paired.has(index)) continue;
      for (const key of getKeys(after[index] as Entry, index)) {
        if (key === undefined) continue;
        const known = candidates.get(key);
        if (known === undefined) candidates.set(key, [index]);
        else known.push(index);
      }
    }
    removed = removed.filter((from) => {
      const entry = before[from] as Entry;
      const found = getKeys(entry, from).flatMap((key) => {
        const indexes = (key !== undefined && candidates.get(key)) || [];
        while (indexes.length > 0 && paired.has(indexes.at(-1) as number)) indexes.pop();
        return (
          indexes.findLast((index) => !paired.has(index) && !areDifferent(entry, after[index] as Entry)) ?? []
        );
      });
      if (found.length === 0) return true;
      const to = Math.min(...found);
      paired.add(to);
      pairs.push([from, to]);
      return false;
    });
  }
  const added = [...after.keys()].filter((index) => !paired.has(index));
  return { pairs: pairs.toSorted(([left], [right]) => left - right), removed, added };
}

function areDifferent(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((entry) => (entry as { readonly id?: string } | null)?.id);
  return one !== undefined && other !== undefined && one !== other;
}

/**
 * Returns the pairs that changed their order: all except those of a longest increasing subsequence. If two entries swap, the later one
 * moved.
 */
export function movedPairs(pairs: readonly Pair[]): Pair[] {
  // Patience sorting from the end. `begins[i]` is the pair with the highest `to` that starts an increasing sequence
  // of i + 1 pairs; `next[index]` is the pair that follows in the sequence.
  const begins: number[] = [];
  const next: (number | undefined)[] = [];
  for (let index = pairs.length - 1; index >= 0; index -= 1) {
    const [, to] = pairs[index] as Pair;
    let [low, high] = [0, begins.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[begins[middle] as number] as Pair)[1] > to) low = middle + 1;
      else high = middle;
    }
    next[index] = begins[low - 1];
    begins[low] = index;
  }
  const stayed = new Set<number>();
  for (let index = begins.at(-1); index !== undefined; index = next[index]) stayed.add(index);
  return pairs.filter((_, index) => !stayed.has(index));
}
