import { isEqual } from '../is-equal.ts';
import { findWinner, pickSides, type Sides } from './three-way.ts';

/** The order of merged parts, by key, and what both sides did to it. */
export interface MergedOrder {
  readonly order: readonly string[];
  /** Both sides moved parts, differently. */
  readonly areBothMoved: boolean;
  /** Parts that both sides add at one position: the number of kept parts before them. */
  readonly collisions: readonly Collision[];
  /** Parts that one side adds at a position across which the other one moves parts. */
  readonly displaced: readonly string[];
  /** Parts that both sides add, at different positions. */
  readonly addedTwice: readonly string[];
}

interface Collision {
  readonly position: number;
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

/**
 * Merges the order of parts. An added part keeps its position: the same parts stand before and after it as on its own side. If both
 * sides move parts, differently, these stay where they were.
 * @param merged the parts that are left. One that a side removed counts as added by the other, because somebody chose to keep it.
 * @param first the side whose order counts where both changed it, and whose additions come first
 */
export function mergeOrder(
  sides: Sides<ReadonlyMap<string, unknown>>,
  merged: ReadonlyMap<string, unknown>,
  first?: 'theirs' | 'ours',
): MergedOrder {
  const isKept = (key: string) => sides.base.has(key) && sides.theirs.has(key) && sides.ours.has(key);
  const isAdded = (key: string) => merged.has(key) && !isKept(key);
  const kept = pickSides(sides, (parts) => [...parts.keys()].filter(isKept));
  const winner = findWinner(kept);
  const moved = kept[winner ?? first ?? 'base'];
  const positions = new Map(moved.map((key, index) => [key, index]));
  const displaced: string[] = [];
  const { theirs, ours } = pickSides(sides, (parts) =>
    toPositions([...parts.keys()], isAdded, positions, displaced),
  );
  const collisions: Collision[] = [];
  const addedTwice: string[] = [];
  const order = new Set<string>();
  for (let position = 0; position <= moved.length; position += 1) {
    const added = { position, theirs: theirs.get(position) ?? [], ours: ours.get(position) ?? [] };
    if (added.theirs.length > 0 && added.ours.length > 0 && !isEqual(added.theirs, added.ours)) {
      collisions.push(added);
    }
    for (const key of joinAdded(added, first)) {
      if (order.has(key)) addedTwice.push(key);
      order.add(key);
    }
    if (position < moved.length) order.add(moved[position] as string);
  }
  return { order: [...order], areBothMoved: winner === undefined, collisions, displaced, addedTwice };
}

/** Returns the added parts of one side by their position; those without a position come last. */
function toPositions(
  keys: readonly string[],
  isAdded: (key: string) => boolean,
  positions: ReadonlyMap<string, number>,
  displaced: string[],
): Map<number, string[]> {
  const added = new Map<number, string[]>();
  let [before, furthest] = [0, -1];
  for (const key of keys) {
    const index = positions.get(key);
    if (index !== undefined) {
      before += 1;
      furthest = Math.max(furthest, index);
    } else if (isAdded(key)) {
      // The parts before it are the first ones of the merged order, too, if none of them stands further behind.
      const areSameBefore = furthest === before - 1;
      if (!areSameBefore) displaced.push(key);
      const position = areSameBefore ? before : positions.size;
      const known = added.get(position);
      if (known === undefined) added.set(position, [key]);
      else known.push(key);
    }
  }
  return added;
}

/** Returns additions in an order that does not depend on which side is which, unless one side comes first. */
function joinAdded({ theirs, ours }: Collision, first: 'theirs' | 'ours' | undefined): readonly string[] {
  if (theirs.length === 0 || ours.length === 0 || isEqual(theirs, ours)) {
    return theirs.length === 0 ? ours : theirs;
  }
  if (first !== undefined) return first === 'theirs' ? [...theirs, ...ours] : [...ours, ...theirs];
  return [...new Set([...theirs, ...ours])].toSorted();
}
