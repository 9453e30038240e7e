import type { JsonValue } from '@bunting/evaluator/definition';
import type { Problem } from '@bunting/definitions/checks';
import { isEqual } from '../is-equal.ts';

/** A part that two changes of one state want differently. `null` = there is none. */
export interface Conflict extends Problem {
  /** The part from which both changes started, as it is now, and as the other change wants it. */
  readonly base: JsonValue;
  readonly now: JsonValue;
  readonly wanted: JsonValue;
}

/** The outcome of a merge. With conflicts `merged` is the state of now: nothing may be written. */
export interface Merged<State> {
  readonly merged: State;
  readonly conflicts: readonly Conflict[];
}

/** One part of the three states; `undefined` = a state does not have it. */
export interface Sides<Value> {
  readonly base: Value;
  readonly now: Value;
  readonly wanted: Value;
}

/** What somebody decided about conflicts, by their paths: the part as it is now, or as the other change wants it. */
export type Resolutions = ReadonlyMap<string, 'now' | 'wanted'>;

/** Collects the conflicts of one merge, but for those that are decided. */
export type Conflicts = Conflict[] & { readonly taken?: Resolutions | undefined };

export function conflictsBut(taken: Resolutions | undefined): Conflicts {
  return Object.assign([], { taken });
}

/** Picks the same part out of all three states. */
export function pickSides<State, Value>(
  { base, now, wanted }: Sides<State>,
  pick: (state: State) => Value,
): Sides<Value> {
  return { base: pick(base), now: pick(now), wanted: pick(wanted) };
}

/** What both changes leave: decided where one of them changed nothing, or both the same. */
export function undisputed<Value>({ base, now, wanted }: Sides<Value>): { value: Value } | undefined {
  if (isEqual(base, wanted) || isEqual(now, wanted)) return { value: now };
  return isEqual(base, now) ? { value: wanted } : undefined;
}

/** Merges a part that is one whole. `what` names it in the message: `the name`. */
export function mergeValue<Value>(
  sides: Sides<Value>,
  path: string,
  what: string,
  conflicts: Conflicts,
): Value {
  const decided = undisputed(sides);
  if (decided !== undefined) return decided.value;
  const taken = conflicts.taken?.get(path);
  if (taken !== undefined) return sides[taken];
  conflicts.push(toConflict(sides, path, `${what} ${describeConflict(sides)}`));
  return sides.now;
}

/** Also for states that do not exist on one side, which are merged by `merge` where all three exist. */
export function mergeStates<State>(
  sides: Sides<State | null>,
  what: string,
  merge: (sides: Sides<State>, conflicts: Conflicts) => State,
  taken?: Resolutions,
): Merged<State | null> {
  const decided = undisputed(sides);
  if (decided !== undefined) return { merged: decided.value, conflicts: [] };
  const conflicts = conflictsBut(taken);
  const { base, now, wanted } = sides;
  const merged =
    base === null || now === null || wanted === null
      ? mergeValue(sides, '', what, conflicts)
      : merge({ base, now, wanted }, conflicts);
  return { merged: conflicts.length > 0 ? now : merged, conflicts: [...conflicts] };
}

export function toConflict(sides: Sides<unknown>, path: string, message: string): Conflict {
  const { base, now, wanted } = pickSides(sides, (value) => (value ?? null) as JsonValue);
  return { path, message, base, now, wanted };
}

/** What follows the name of the part. */
function describeConflict({ base, now, wanted }: Sides<unknown>): string {
  if (isNone(base)) return 'was added on both sides, differently';
  if (isNone(now)) return 'was removed by the other change, but changed by yours';
  if (isNone(wanted)) return 'was changed by the other change, but removed by yours';
  return 'was changed on both sides, differently';
}

function isNone(value: unknown): boolean {
  return value === null || value === undefined;
}
