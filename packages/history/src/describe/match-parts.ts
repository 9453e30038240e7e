/** Which entry of one list became which entry of another, by index. */
export interface Matched {
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export type Pair = readonly [before: number, after: number];

/** Entries beyond this number of comparisons are reported as removed and added, because comparing them would take seconds. */
const maxComparisons = 10_000;

/**
 * Pairs the entries of two lists: first equal entries, then, with each test in turn, the first remaining entries for which the
 * test is true. Entries that remain are removed or added.
 */
export function matchParts<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  tests: readonly ((left: Entry, right: Entry) => boolean)[],
): Matched {
  const pairs = samePairs(before, after);
  let removed = indexesExcept(before, new Set(pairs.map(([from]) => from)));
  let added = indexesExcept(after, new Set(pairs.map(([, to]) => to)));
  if (removed.length * added.length <= maxComparisons) {
    for (const isAlike of tests) {
      for (const from of removed) {
        const to = added.find((index) => isAlike(before[from] as Entry, after[index] as Entry));
        if (to === undefined) continue;
        pairs.push([from, to]);
        added = added.filter((index) => index !== to);
      }
      const paired = new Set(pairs.map(([from]) => from));
      removed = removed.filter((index) => !paired.has(index));
    }
  }
  return { pairs: pairs.toSorted(([left], [right]) => left - right), removed, added };
}

/** Pairs entries with the same JSON, in one pass through each list. */
function samePairs(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const indexes = new Map<string, number[]>();
  for (const index of [...after.keys()].toReversed()) {
    const text = JSON.stringify(after[index]);
    const known = indexes.get(text);
    if (known === undefined) indexes.set(text, [index]);
    else known.push(index);
  }
  return before.flatMap((entry, from): Pair[] => {
    const to = indexes.get(JSON.stringify(entry))?.pop();
    return to === undefined ? [] : [[from, to]];
  });
}

function indexesExcept(list: readonly unknown[], excluded: ReadonlySet<number>): number[] {
  return [...list.keys()].filter((index) => !excluded.has(index));
}

/**
 * The pairs that changed their order: all except those of a longest increasing subsequence. When two entries swap, the later one
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
