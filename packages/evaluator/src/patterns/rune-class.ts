/**
 * A set of code points: one bit for each ASCII character, sorted ranges for the others, and references to classes that patterns share,
 * such as `\pL` with its six hundred ranges.
 */
export interface RuneClass {
  readonly ascii: readonly number[];
  readonly ranges: Uint32Array;
  readonly within: readonly RuneClass[];
}

const noRanges = new Uint32Array(0);
const none: readonly RuneClass[] = [];

/** Builds a class from sorted pairs of first and last code points. Shared classes in `named` are referenced when they are subsets. */
export function createRuneClass(all: ArrayLike<number>, named: readonly RuneClass[]): RuneClass {
  const ascii = [0, 0, 0, 0];
  let others: number[] = [];
  for (let position = 0; position < all.length; position += 2) {
    const first = all[position] as number;
    const last = all[position + 1] as number;
    for (let rune = first; rune <= last && rune < 128; rune++) {
      ascii[rune >>> 5] = (ascii[rune >>> 5] as number) | (1 << (rune & 31));
    }
    if (last >= 128) others.push(Math.max(first, 128), last);
  }
  const within: RuneClass[] = [];
  for (const each of named) {
    const rest = subtract(others, each.ranges);
    // Subtracting it from a class that contains only a part of it, such as `\W`, would leave more ranges than before.
    if (rest === undefined || rest.length >= others.length) continue;
    within.push(each);
    others = rest;
  }
  return {
    ascii,
    ranges: others.length === 0 ? noRanges : Uint32Array.from(others),
    within: within.length === 0 ? none : within.slice(),
  };
}

export function isInClass({ ascii, ranges, within }: RuneClass, rune: number): boolean {
  if (rune < 128) return ((ascii[rune >>> 5] as number) & (1 << (rune & 31))) !== 0;
  let low = 0;
  let high = ranges.length >>> 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[2 * middle + 1] as number) < rune) low = middle + 1;
    else high = middle;
  }
  if (2 * low < ranges.length && (ranges[2 * low] as number) <= rune) return true;
  for (let index = 0; index < within.length; index++) {
    if (isInClass(within[index] as RuneClass, rune)) return true;
  }
  return false;
}

/** Returns the time of a look-up, counted in instructions. */
export function estimateWeight({ ranges, within }: RuneClass): number {
  return (
    Math.ceil(Math.log2(ranges.length + 1) / 2) + within.reduce((sum, each) => sum + estimateWeight(each), 0)
  );
}

/** Returns the ranges without the other ranges; `undefined` = the others are not a subset. */
function subtract(ranges: readonly number[], others: Uint32Array): number[] | undefined {
  const rest: number[] = [];
  let position = 0;
  for (let range = 0; range < ranges.length; range += 2) {
    let first = ranges[range] as number;
    const last = ranges[range + 1] as number;
    while (position < others.length && (others[position] as number) <= last) {
      const otherFirst = others[position] as number;
      const otherLast = others[position + 1] as number;
      if (otherFirst < first || otherLast > last) return undefined;
      if (first < otherFirst) rest.push(first, otherFirst - 1);
      first = otherLast + 1;
      position += 2;
    }
    if (first <= last) rest.push(first, last);
  }
  return position < others.length ? undefined : rest;
}
