import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import {
  type Conflicts,
  type Merged,
  mergeStates,
  mergeValue,
  type Sides,
  pickSides,
  type Resolutions,
  undisputed,
} from './conflict.ts';

/** Members by name. A record of an older release does not have those that came later. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

/** Merges members one by one, each of which is one whole. `what` names a member in a message. */
export function mergeMembers(
  sides: Sides<Members>,
  path: string,
  what: (name: string) => string,
  conflicts: Conflicts,
): Members {
  const merged: Record<string, JsonValue> = {};
  for (const name of namesIn(sides)) {
    const member = pickSides(sides, (members) => (Object.hasOwn(members, name) ? members[name] : undefined));
    // There may be a hundred thousand, of which few have a conflict: only for these the texts are made.
    const decided = undisputed(member);
    const value = decided ? decided.value : mergeValue(member, memberPath(path, name), what(name), conflicts);
    if (value !== undefined) setMember(merged, name, value);
  }
  return merged;
}

/** Names in the order of now, then the others. */
export function namesIn({ base, now, wanted }: Sides<Members>): Set<string> {
  return new Set([...Object.keys(now), ...Object.keys(wanted), ...Object.keys(base)]);
}

/** Also a member that is named `__proto__`. */
export function setMember(members: Record<string, JsonValue>, name: string, value: JsonValue): void {
  Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Merges a segment as records describe it, its conditions as a whole; `null` = there is none. */
export function mergeSegment(
  base: Members | null,
  now: Members | null,
  wanted: Members | null,
  taken?: Resolutions,
): Merged<Members | null> {
  const nameOf = (name: string) => (name === 'any_of' ? "the segment's definition" : `the ${name}`);
  return mergeStates(
    { base, now, wanted },
    'the segment',
    (sides, conflicts) => mergeMembers(sides, '', nameOf, conflicts),
    taken,
  );
}

/** Merges the settings of an environment one by one; `null` = it is deleted. */
export function mergeEnvironment(
  base: Members | null,
  now: Members | null,
  wanted: Members | null,
): Merged<Members | null> {
  return mergeStates({ base, now, wanted }, 'the environment', (sides, conflicts) =>
    mergeMembers(sides, '', (name) => `the setting ${name}`, conflicts),
  );
}
