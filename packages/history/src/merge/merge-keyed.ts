import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Members } from '../snapshot.ts';
import { mergeOrder } from './merge-order.ts';
import { type Conflicts, mergePart, type Part, pickSides, type Sides } from './three-way.ts';

/** Parts of a whole by their keys, in their order. */
export type Keyed<Value> = ReadonlyMap<string, Value>;

/** Merges parts that have the same key on all sides, one by one. The keys of the result are in no particular order. */
export function mergeKeyed<Value>(
  sides: Sides<Keyed<Value>>,
  describe: (key: string, part: Sides<Value | undefined>) => Part<Value | undefined>,
  conflicts: Conflicts,
): Map<string, Value> {
  const { base, theirs, ours } = sides;
  const merged = new Map<string, Value>();
  for (const key of new Set([...theirs.keys(), ...ours.keys(), ...base.keys()])) {
    const part = pickSides(sides, (parts) => parts.get(key));
    const value = mergePart(part, () => describe(key, part), conflicts);
    if (value !== undefined) merged.set(key, value);
  }
  return merged;
}

/** Merges members, each of which is one whole. `label` names a member in messages. */
export function mergeMembers(
  sides: Sides<Members>,
  path: string,
  label: (name: string) => string,
  conflicts: Conflicts,
): Members {
  const keyed = pickSides(sides, (members) => new Map(Object.entries(members)));
  const describe = (name: string) => ({ path: memberPath(path, name), label: label(name) });
  return Object.fromEntries(mergeKeyed(keyed, describe, conflicts));
}

/** Merges a list of entries with keys. What both sides add at the same position is sorted by key. */
export function mergeList(
  sides: Sides<readonly JsonValue[]>,
  getKey: (entry: JsonValue) => string,
  { path, label }: Pick<Part<unknown>, 'path' | 'label'>,
  conflicts: Conflicts,
): readonly JsonValue[] {
  const keyed = pickSides(sides, (list) => new Map(list.map((entry) => [getKey(entry), entry])));
  const describe = (key: string) => ({ path: memberPath(path, key), label: `${label} ${key}` });
  const merged = mergeKeyed(keyed, describe, conflicts);
  return [...inOrder(merged, mergeOrder(keyed, merged).order).values()];
}

/** Returns the parts that are left, in an order of their keys. */
export function inOrder<Value>(parts: Keyed<Value>, order: readonly string[]): Map<string, Value> {
  return new Map(order.filter((key) => parts.has(key)).map((key) => [key, parts.get(key) as Value]));
}
