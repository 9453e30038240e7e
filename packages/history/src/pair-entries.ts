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
 * Pairs the entries of two lists: those with the same id, then in each step every remaining entry with the first remaining one that
 * shares a key with it, unless both have ids. Entries that remain are removed or added. Looks keys up instead of comparing each entry
 * with each, because a list may have thousands of entries.
 */
export function pairEntries<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  steps: readonly GetKeys<Entry>[],
): Paired {
  const pairs: Pair[] = [];
  const paired = new Set<number>();
  let removed = [...before.keys()];
  const getAdded = () => [...after.keys()].filter((index) => !paired.has(index));
  const pairBy = (getKeys: GetKeys<Entry>, getCandidates: (entry: Entry) => readonly Candidates[]) => {
    removed = removed.filter((from) => {
      const entry = before[from] as Entry;
      const candidates = getCandidates(entry).filter(({ size }) => size > 0);
      if (candidates.length === 0) return true;
      const found = getKeys(entry, from).flatMap((key) =>
        candidates.flatMap((each) => findFirst(each, key, paired) ?? []),
      );
      if (found.length === 0) return true;
      const to = Math.min(...found);
      paired.add(to);
      pairs.push([from, to]);
      return false;
    });
  };
  const byId = findCandidates(after, getAdded(), (entry) => [getId(entry)]);
  pairBy(
    (entry) => [getId(entry)],
    () => [byId],
  );
  for (const getKeys of steps) {
    if (removed.length === 0) break;
    const { withId, withoutId } = groupById(after, getAdded());
    const forAll = [findCandidates(after, withoutId, getKeys)];
    const isAnyWithoutId = removed.some((index) => getId(before[index]) === undefined);
    const forWithoutId = isAnyWithoutId ? [...forAll, findCandidates(after, withId, getKeys)] : [];
    pairBy(getKeys, (entry) => (getId(entry) === undefined ? forWithoutId : forAll));
  }
  return { pairs: pairs.toSorted(([left], [right]) => left - right), removed, added: getAdded() };
}

/** Indexes of entries by key; the first comes last, so that `pop` removes it. */
type Candidates = ReadonlyMap<string, number[]>;

function findCandidates<Entry>(
  entries: readonly Entry[],
  indexes: readonly number[],
  getKeys: GetKeys<Entry>,
): Candidates {
  const candidates = new Map<string, number[]>();
  for (const index of indexes.toReversed()) {
    for (const key of getKeys(entries[index] as Entry, index)) {
      if (key === undefined) continue;
      const known = candidates.get(key);
      if (known === undefined) candidates.set(key, [index]);
      else known.push(index);
    }
  }
  return candidates;
}

function findFirst(
  candidates: Candidates,
  key: string | undefined,
  paired: ReadonlySet<number>,
): number | undefined {
  const indexes = (key !== undefined && candidates.get(key)) || [];
  while (indexes.length > 0 && paired.has(indexes.at(-1) as number)) indexes.pop();
  return indexes.at(-1);
}

function groupById(entries: readonly unknown[], indexes: readonly number[]) {
  const hasId = (index: number) => getId(entries[index]) !== undefined;
  return { withId: indexes.filter(hasId), withoutId: indexes.filter((index) => !hasId(index)) };
}

function getId(entry: unknown): string | undefined {
  return (entry as { readonly id?: string } | null)?.id;
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
