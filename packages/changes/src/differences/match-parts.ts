import { isDeepStrictEqual } from 'node:util';

/** Which entry of one list became which of another, by their places. */
export interface Matched {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/**
 * Pairs the entries of two lists. Each test in turn pairs what it finds alike among those that are left, in their order;
 * an entry that finds no other is removed or added.
 */
export function matchParts<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  tests: readonly ((left: Entry, right: Entry) => boolean)[],
): Matched {
  let removed = [...before.keys()];
  let added = [...after.keys()];
  const pairs: [number, number][] = [];
  for (const isAlike of tests) {
    for (const from of removed) {
      const to = added.find((place) => isAlike(before[from] as Entry, after[place] as Entry));
      if (to === undefined) continue;
      pairs.push([from, to]);
      added = added.filter((place) => place !== to);
    }
    removed = removed.filter((place) => !pairs.some(([from]) => from === place));
  }
  return { pairs: pairs.toSorted(([left], [right]) => left - right), removed, added };
}

export function isSame(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right);
}

/**
 * The pairs that changed places among the others: as few as leave the rest in its order (all but a longest rising
 * sequence).
 */
export function movedPairs(pairs: Matched['pairs']): Matched['pairs'] {
  if (pairs.every(([, to], place) => place === 0 || to > (pairs[place - 1]?.[1] ?? 0))) return [];
  const best: (readonly (readonly [number, number])[])[] = [];
  for (const pair of pairs) {
    const longest = best.reduce<readonly (readonly [number, number])[]>((found, sequence) => {
      const isLonger = sequence.length > found.length;
      return isLonger && (sequence.at(-1)?.[1] ?? -1) < pair[1] ? sequence : found;
    }, []);
    best.push([...longest, pair]);
  }
  const kept = new Set(
    best.reduce((found, sequence) => (sequence.length > found.length ? sequence : found), []),
  );
  return pairs.filter((pair) => !kept.has(pair));
}
