import type { Problem } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { isEqual } from '../is-equal.ts';

/** One part of three states: the common ancestor, the stored one, and the one that is to be written. `undefined` or `null` = absent. */
export interface Sides<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly ours: Value;
}

/** A part that both sides changed, differently. `null` = absent. */
export interface Conflict extends Problem, Sides<JsonValue> {}

/** The result of a merge. With conflicts `merged` is the stored state, so that nothing is half applied. */
export interface Merged<State> {
  readonly merged: State;
  readonly conflicts: readonly Conflict[];
}

/** The side that somebody chose for each conflict, by the path of the conflict. */
export type Resolutions = Pick<ReadonlyMap<string, 'theirs' | 'ours'>, 'get'>;

/** The conflicts that one merge has found, except the resolved ones. */
export interface Conflicts {
  readonly found: Conflict[];
  readonly resolutions: Resolutions;
}

/** A part in paths and messages, and how to merge it. */
export interface Part<Value> {
  readonly path: string;
  /** The subject of the message: `the name`. */
  readonly label: string;
  /** The values that a conflict shows. Absent = the sides. */
  readonly shown?: Sides<unknown>;
  /** The values that tell if a side changed the part that the other one removed. Absent = the sides. */
  readonly compared?: Sides<unknown>;
  /** Merges the part where all three sides have it. Absent = it is one whole. */
  readonly merge?: (sides: Sides<NonNullable<Value>>) => NonNullable<Value>;
}

export function createConflicts(resolutions: Resolutions = new Map<string, never>()): Conflicts {
  return { found: [], resolutions };
}

/** Returns the same part of all three states. */
export function pickSides<State, Value>(
  { base, theirs, ours }: Sides<State>,
  pick: (state: State) => Value,
): Sides<Value> {
  return { base: pick(base), theirs: pick(theirs), ours: pick(ours) };
}

/** Returns the side whose value needs no decision; undefined = both sides changed it, differently. */
export function findWinner({ base, theirs, ours }: Sides<unknown>): 'theirs' | 'ours' | undefined {
  if (isEqual(base, ours) || isEqual(theirs, ours)) return 'theirs';
  return isEqual(base, theirs) ? 'ours' : undefined;
}

/** Merges one part. `describe` is called only if the sides do not decide it. */
export function mergePart<Value>(
  sides: Sides<Value>,
  describe: () => Part<Value>,
  conflicts: Conflicts,
): Value {
  const winner = findWinner(sides);
  if (winner !== undefined) return sides[winner];
  const part = describe();
  const { base, theirs, ours } = sides;
  if (part.merge !== undefined && !isNone(base) && !isNone(theirs) && !isNone(ours)) {
    return part.merge({ base, theirs, ours } as Sides<NonNullable<Value>>);
  }
  const decided = findWinner(part.compared ?? sides);
  if (decided !== undefined) return sides[decided];
  const message = `${part.label} ${describeConflict(sides)}`;
  const chosen = resolve(part.shown ?? sides, part.path, message, conflicts);
  if (chosen !== undefined) return sides[chosen];
  // Absent on one side counts as absent until somebody decides, so that the order does not depend on which side is which.
  return isNone(theirs) || isNone(ours) ? (undefined as Value) : theirs;
}

/** Returns the side that was chosen for a conflict; otherwise adds the conflict, and returns undefined. */
export function resolve(
  sides: Sides<unknown>,
  path: string,
  message: string,
  { found, resolutions }: Conflicts,
): 'theirs' | 'ours' | undefined {
  const chosen = resolutions.get(path);
  if (chosen === undefined) {
    found.push({ path, message, ...pickSides(sides, (value) => (value ?? null) as JsonValue) });
  }
  return chosen;
}

/** Merges the states of a thing by `merge`; `null` = the thing does not exist. `compared` is as in `Part`. */
export function mergeStates<State>(
  sides: Sides<State | null>,
  label: string,
  merge: (sides: Sides<State>, conflicts: Conflicts) => State,
  resolutions?: Resolutions,
  compared: Sides<unknown> = sides,
): Merged<State | null> {
  const conflicts = createConflicts(resolutions);
  const whole = { path: '', label, compared, merge: (each: Sides<State>) => merge(each, conflicts) };
  const merged = mergePart(sides, () => whole as Part<State | null>, conflicts);
  return toMerged(sides, merged, conflicts);
}

export function toMerged<State>(
  { theirs }: Sides<State>,
  merged: State,
  { found }: Conflicts,
): Merged<State> {
  return { merged: found.length > 0 ? theirs : merged, conflicts: found };
}

function describeConflict({ base, theirs, ours }: Sides<unknown>): string {
  if (isNone(base)) return 'was added on both sides, differently';
  if (isNone(theirs)) return 'was removed by the other change, but changed by yours';
  if (isNone(ours)) return 'was changed by the other change, but removed by yours';
  return 'was changed on both sides, differently';
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
