import { isEqual } from '../is-equal.ts';
import { type Sides, pickSides, undisputed } from './conflict.ts';

/** The order of a merged list, and what stands in its way. Entries are named by keys, the same on all sides. */
export interface MergedOrder {
  readonly order: readonly string[];
  /** Both changes moved entries, differently. */
  readonly areBothMoved: boolean;
  /** Entries that both changes add at one position, which is the number of kept entries before them. */
  readonly collisions: readonly Collision[];
  /** Entries that one change adds at a position across which the other one moves entries. */
  readonly displaced: readonly string[];
  /** Entries that both changes add, at different positions. */
  readonly addedTwice: readonly string[];
}

interface Collision {
  readonly position: number;
  readonly now: readonly string[];
  readonly wanted: readonly string[];
}

/**
 * Merges the order of three lists. An entry that one change removes is gone. An added entry keeps its position: before and after it
 * stand the same entries as on its own side. If both changes move entries, differently, these stay where they were.
 * @param first whose order counts where both changed it, and whose additions come first
 */
export function mergeOrder(sides: Sides<readonly string[]>, first?: 'now' | 'wanted'): MergedOrder {
  const sets = pickSides(sides, (keys) => new Set(keys));
  const isKept = (key: string): boolean => sets.base.has(key) && sets.now.has(key) && sets.wanted.has(key);
  const kept = pickSides(sides, (keys) => keys.filter(isKept));
  const decided = undisputed(kept);
  const moved = decided?.value ?? kept[first ?? 'base'];
  const positionOf = new Map(moved.map((key, index) => [key, index]));
  const displaced: string[] = [];
  const added = (keys: readonly string[]) =>
    positionAdded(keys, { isKept, isAdded: (key) => !sets.base.has(key), positionOf, displaced });
  const [now, wanted] = [added(sides.now), added(sides.wanted)];
  const collisions: Collision[] = [];
  const order: string[] = [];
  const addedTwice: string[] = [];
  const known = new Set<string>();
  for (let position = 0; position <= moved.length; position += 1) {
    const here = { position, now: now.get(position) ?? [], wanted: wanted.get(position) ?? [] };
    if (here.now.length > 0 && here.wanted.length > 0 && !isEqual(here.now, here.wanted))
      collisions.push(here);
    for (const key of together(here, first)) {
      if (known.has(key)) addedTwice.push(key);
      else order.push(key);
      known.add(key);
    }
    if (position < moved.length) order.push(moved[position] as string);
  }
  return { order, areBothMoved: decided === undefined, collisions, displaced, addedTwice };
}

/** The keys to order. An entry that one side removed, and that is kept all the same, as was decided, counts as added by the other. */
export function keysToOrder(
  entries: Sides<ReadonlyMap<string, unknown>>,
  left: ReadonlyMap<string, unknown>,
): Sides<readonly string[]> {
  const keys = pickSides(entries, (each) => [...each.keys()]);
  const isKeptAgain = (key: string) => left.has(key) && !(entries.now.has(key) && entries.wanted.has(key));
  return { ...keys, base: keys.base.filter((key) => !isKeptAgain(key)) };
}

interface Positioning {
  readonly isKept: (key: string) => boolean;
  readonly isAdded: (key: string) => boolean;
  /** Index in the merged order of the kept entries. */
  readonly positionOf: ReadonlyMap<string, number>;
  readonly displaced: string[];
}

/** The added entries of one side, by the number of kept entries before them; those without a position come last. */
function positionAdded(
  keys: readonly string[],
  { isKept, isAdded, positionOf, displaced }: Positioning,
): Map<number, string[]> {
  const positions = new Map<number, string[]>();
  let [before, furthest] = [0, -1];
  for (const key of keys) {
    if (isKept(key)) {
      before += 1;
      furthest = Math.max(furthest, positionOf.get(key) as number);
    } else if (isAdded(key)) {
      // The entries before it are the first ones of the merged order, too, if none of them stands further behind.
      const areSameBefore = furthest === before - 1;
      if (!areSameBefore) displaced.push(key);
      const position = areSameBefore ? before : positionOf.size;
      const known = positions.get(position);
      if (known === undefined) positions.set(position, [key]);
      else known.push(key);
    }
  }
  return positions;
}

/** In an order that does not depend on which change is which. */
function together({ now, wanted }: Collision, first: 'now' | 'wanted' | undefined): readonly string[] {
  if (wanted.length === 0 || isEqual(now, wanted)) return now;
  if (first !== undefined) return first === 'now' ? [...now, ...wanted] : [...wanted, ...now];
  return now.length === 0 ? wanted : [...new Set([...now, ...wanted])].toSorted();
}
