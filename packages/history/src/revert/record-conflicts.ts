import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Conflict, Resolutions } from '../merge/three-way.ts';

/** The sides that somebody chose for conflicts, and the slugs by which conflicts name parts. */
interface Chosen {
  readonly resolutions?: Resolutions | undefined;
  readonly lastSlugs: ReadonlyMap<string, string>;
}

/** Returns a conflict over a thing that was created, and would be deleted. */
export function wholeConflict(message: string, base: unknown, theirs: unknown): Conflict {
  return { path: '', message, base: base as JsonValue, theirs: theirs as JsonValue, ours: null };
}

/** Returns a conflict over what a deleted thing would serve. */
export function deletedConflict(subject: string, noun: 'feature' | 'environment'): Conflict {
  return {
    path: subject,
    message: `the ${noun} has been deleted`,
    base: null,
    theirs: null,
    ours: null,
  };
}

/** Returns nothing if somebody chose to drop what the record says of a thing that was deleted. */
export function unlessDropped({ resolutions }: Chosen, conflict: Conflict): readonly Conflict[] {
  return resolutions?.get(conflict.path) === 'theirs' ? [] : [conflict];
}

/** Returns the chosen sides of a part, by the paths in it. They were chosen by the paths that conflicts show. */
export function getResolutions(
  { resolutions, lastSlugs }: Chosen,
  names: readonly string[],
): Resolutions | undefined {
  if (resolutions === undefined) return undefined;
  return { get: (path) => resolutions.get(renameIds(toPath(names, path), lastSlugs)) };
}

/** Returns conflicts with the names of the things around the part before their paths. */
export function prefix(conflicts: readonly Conflict[], names: readonly string[]): Conflict[] {
  return conflicts.map(({ path, ...conflict }) => ({ ...conflict, path: toPath(names, path) }));
}

/** Returns the path of a part in named things: `features.checkout.environments.staging.targeting.enabled`. */
export function toPath(names: readonly string[], path = ''): string {
  const whole = names.reduce((outer, name) => memberPath(outer, name), '');
  return path === '' || path.startsWith('[') ? `${whole}${path}` : `${whole}.${path}`;
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Returns a conflict with the slugs of variables and variations in place of their ids. */
export function withSlugs(
  { path, message, ...sides }: Conflict,
  lastSlugs: ReadonlyMap<string, string>,
): Conflict {
  const rename = (text: string): string => renameIds(text, lastSlugs);
  const named = JSON.parse(rename(JSON.stringify(sides))) as Omit<Conflict, 'path' | 'message'>;
  return { path: rename(path), message: rename(message), ...named };
}

function renameIds(text: string, lastSlugs: ReadonlyMap<string, string>): string {
  return text.replaceAll(uuid, (id) => lastSlugs.get(id) ?? id);
}
