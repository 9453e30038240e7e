import { conflictsBut, type Merged, type Resolutions } from './conflict.ts';
import { type Members, mergeMembers } from './merge-members.ts';

/** Variations by variable or by user. `null` = none; records have it, because they have only the entries that differ. */
export type Pins = Readonly<Record<string, string | null>>;

/** Merges default variations, each variable's for itself. */
export function mergeDefaults(base: Pins, now: Pins, wanted: Pins, taken?: Resolutions): Merged<Pins> {
  return mergePins(base, now, wanted, 'the default of', taken);
}

/** Merges overrides, each user's for itself. */
export function mergeOverrides(base: Pins, now: Pins, wanted: Pins): Merged<Pins> {
  return mergePins(base, now, wanted, 'the override of');
}

function mergePins(base: Pins, now: Pins, wanted: Pins, what: string, taken?: Resolutions): Merged<Pins> {
  const conflicts = conflictsBut(taken);
  const sides = { base: pinned(base), now: pinned(now), wanted: pinned(wanted) };
  const merged = mergeMembers(sides, '', (name) => `${what} ${name}`, conflicts) as Pins;
  return { merged: conflicts.length > 0 ? now : merged, conflicts: [...conflicts] };
}

/** Without the entries that say that there is none. */
function pinned(pins: Pins): Members {
  return Object.fromEntries(Object.entries(pins).filter(([, variation]) => variation !== null));
}
