import { isSame } from '../audit/match-parts.ts';
import { type Sides, sidesOf, undisputed } from './conflict.ts';

/** The order of a merged list, and what stands in its way. Entries are named by keys, the same on all sides. */
export interface MergedOrder {
  readonly order: readonly string[];
  /** Both changes moved entries, differently. */
  readonly areBothMoved: boolean;
  /** Entries that both changes add at one place, which is the number of kept entries before them. */
  readonly crowded: readonly Crowded[];
  /** Entries that one change adds at a place across which the other one moves entries. */
  readonly displaced: readonly string[];
  /** Entries that both changes add, at different places. */
  readonly torn: readonly string[];
}

interface Crowded {
  readonly place: number;
  readonly now: readonly string[];
  readonly wanted: readonly string[];
}

/**
 * Merges the order of three lists. An entry that one change removes is gone. An added entry keeps its place: before and after it
 * stand the same entries as on its own side. If both changes move entries, differently, these stay where they were.
 */
export function mergeOrder(sides: Sides<readonly string[]>): MergedOrder {
  const sets = sidesOf(sides, (keys) => new Set(keys));
  const isKept = (key: string): boolean => sets.base.has(key) && sets.now.has(key) && sets.wanted.has(key);
  const kept = sidesOf(sides, (keys) => keys.filter(isKept));
  const decided = undisputed(kept);
  const moved = decided?.value ?? kept.base;
  const placeOf = new Map(moved.map((key, index) => [key, index]));
  const displaced: string[] = [];
  const added = (keys: readonly string[]) =>
    placeAdded(keys, { isKept, isAdded: (key) => !sets.base.has(key), placeOf, displaced });
  const [now, wanted] = [added(sides.now), added(sides.wanted)];
  const crowded: Crowded[] = [];
  const order: string[] = [];
  const torn: string[] = [];
  const known = new Set<string>();
  for (let place = 0; place <= moved.length; place += 1) {
    const here = { place, now: now.get(place) ?? [], wanted: wanted.get(place) ?? [] };
    if (here.now.length > 0 && here.wanted.length > 0 && !isSame(here.now, here.wanted)) crowded.push(here);
    for (const key of together(here)) {
      if (known.has(key)) torn.push(key);
      else order.push(key);
      known.add(key);
    }
    if (place < moved.length) order.push(moved[place] as string);
  }
  return { order, areBothMoved: decided === undefined, crowded, displaced, torn };
}

interface Placing {
  readonly isKept: (key: string) => boolean;
  readonly isAdded: (key: string) => boolean;
  /** Index in the merged order of the kept entries. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly displaced: string[];
}

/** The added entries of one side, by the number of kept entries before them; those without a place come last. */
function placeAdded(
  keys: readonly string[],
  { isKept, isAdded, placeOf, displaced }: Placing,
): Map<number, string[]> {
  const places = new Map<number, string[]>();
  let [before, furthest] = [0, -1];
  for (const key of keys) {
    if (isKept(key)) {
      before += 1;
      furthest = Math.max(furthest, placeOf.get(key) as number);
    } else if (isAdded(key)) {
      // The entries before it are the first ones of the merged order, too, if none of them stands further behind.
      const isInPlace = furthest === before - 1;
      if (!isInPlace) displaced.push(key);
      const place = isInPlace ? before : placeOf.size;
      const known = places.get(place);
      if (known === undefined) places.set(place, [key]);
      else known.push(key);
    }
  }
  return places;
}

/** In an order that does not depend on which change is which. */
function together({ now, wanted }: Crowded): readonly string[] {
  if (wanted.length === 0 || isSame(now, wanted)) return now;
  return now.length === 0 ? wanted : [...new Set([...now, ...wanted])].toSorted();
}
