import type { Members, Pins } from '../snapshot.ts';
import { mergeMembers } from './merge-keyed.ts';
import {
  createConflicts,
  type Merged,
  mergeStates,
  type Resolutions,
  type Sides,
  toMerged,
} from './three-way.ts';

/** Merges default variations, variable by variable. */
export function mergeDefaults(base: Pins, theirs: Pins, ours: Pins, resolutions?: Resolutions): Merged<Pins> {
  return mergePins({ base, theirs, ours }, 'the default of', resolutions);
}

/** Merges overrides, user by user. */
export function mergeOverrides(
  base: Pins,
  theirs: Pins,
  ours: Pins,
  resolutions?: Resolutions,
): Merged<Pins> {
  return mergePins({ base, theirs, ours }, 'the override of', resolutions);
}

/** Merges a segment as records describe it, its conditions as a whole; `null` = it does not exist. */
export function mergeSegment(
  base: Members | null,
  theirs: Members | null,
  ours: Members | null,
  resolutions?: Resolutions,
): Merged<Members | null> {
  const label = (name: string) => (name === 'any_of' ? "the segment's definition" : `the ${name}`);
  return mergeStates(
    { base, theirs, ours },
    'the segment',
    (sides, conflicts) => mergeMembers(sides, '', label, conflicts),
    resolutions,
  );
}

/** Merges the settings of an environment one by one; `null` = it does not exist. */
export function mergeEnvironment(
  base: Members | null,
  theirs: Members | null,
  ours: Members | null,
  resolutions?: Resolutions,
): Merged<Members | null> {
  return mergeStates(
    { base, theirs, ours },
    'the environment',
    (sides, conflicts) => mergeMembers(sides, '', (name) => `the setting ${name}`, conflicts),
    resolutions,
  );
}

function mergePins(
  { base, theirs, ours }: Sides<Pins>,
  label: string,
  resolutions?: Resolutions,
): Merged<Pins> {
  const conflicts = createConflicts(resolutions);
  const sides = { base: withoutNone(base), theirs: withoutNone(theirs), ours: withoutNone(ours) };
  const merged = mergeMembers(sides, '', (name) => `${label} ${name}`, conflicts) as Pins;
  return toMerged({ base, theirs, ours }, merged, conflicts);
}

function withoutNone(pins: Pins): Members {
  return Object.fromEntries(Object.entries(pins).filter(([, variation]) => variation !== null));
}
