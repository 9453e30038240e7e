import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { type Conflicts, mergeValue, type Sides, pickSides, undisputed } from './conflict.ts';
import { mergeOrder } from './merge-order.ts';

/** Merges a list whose entries have keys of their own, entry by entry. What both changes add at one position is sorted by key. */
export function mergeList(
  sides: Sides<readonly JsonValue[]>,
  keyOf: (entry: JsonValue) => string,
  { path, what }: { readonly path: string; readonly what: string },
  conflicts: Conflicts,
): readonly JsonValue[] {
  const decided = undisputed(sides);
  if (decided !== undefined) return decided.value;
  const keyed = pickSides(sides, (list) => new Map(list.map((entry) => [keyOf(entry), entry])));
  const merged = new Map<string, JsonValue>();
  for (const key of new Set([...keyed.base.keys(), ...keyed.now.keys(), ...keyed.wanted.keys()])) {
    const entry = pickSides(keyed, (entries) => entries.get(key));
    const left = mergeValue(entry, memberPath(path, key), `${what} ${key}`, conflicts);
    if (left !== undefined) merged.set(key, left);
  }
  const { order } = mergeOrder(pickSides(keyed, (entries) => [...entries.keys()]));
  return order.filter((key) => merged.has(key)).map((key) => merged.get(key) as JsonValue);
}
