import { isDeepStrictEqual } from 'node:util';

/** Which entry of one list became which of another, by their places. */
export interface Matched {
  readonly pairs: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export type Pair = readonly [before: number, after: number];

/** A list of many thousand rules that all changed is told as what went and what came, before it takes seconds to compare. */
const maxComparisons = 10_000;

/**
 * Pairs the entries of two lists: first those that are the same, then what each test in turn finds alike among those that
 * are left, in their order. An entry that finds no other is removed or added.
 */
export function matchParts<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  tests: readonly ((left: Entry, right: Entry) => boolean)[],
): Matched {
  const pairs = samePairs(before, after);
  let removed = placesBeside(before, new Set(pairs.map(([from]) => from)));
  let added = placesBeside(after, new Set(pairs.map(([, to]) => to)));
  if (removed.length * added.length <= maxComparisons) {
    for (const isAlike of tests) {
      for (const from of removed) {
        const to = added.find((place) => isAlike(before[from] as Entry, after[place] as Entry));
        if (to === undefined) continue;
        pairs.push([from, to]);
        added = added.filter((place) => place !== to);
      }
      const paired = new Set(pairs.map(([from]) => from));
      removed = removed.filter((place) => !paired.has(place));
    }
  }
  return { pairs: pairs.toSorted(([left], [right]) => left - right), removed, added };
}

/** By their JSON, in one run through each list. */
function samePairs(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const places = new Map<string, number[]>();
  for (const place of [...after.keys()].toReversed()) {
    const text = JSON.stringify(after[place]);
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else known.push(place);
  }
  return before.flatMap((entry, from): Pair[] => {
    const to = places.get(JSON.stringify(entry))?.pop();
    return to === undefined ? [] : [[from, to]];
  });
}

function placesBeside(list: readonly unknown[], taken: ReadonlySet<number>): number[] {
  return [...list.keys()].filter((place) => !taken.has(place));
}

export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/** The pairs that changed places among the others: all but a longest rising sequence, which stayed. Of two that swap, the later. */
export function movedPairs(pairs: readonly Pair[]): Pair[] {
  // From the end. By length: the pair, as far back as can be, that a rising sequence of that length begins with; and what
  // follows each pair in its sequence.
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
