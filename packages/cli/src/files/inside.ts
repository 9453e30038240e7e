import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';

/** A path as the folder that the user chose, and what lies below it in the repository, whose content nobody vouches for. */
export interface InsidePath {
  readonly base: string;
  readonly names: readonly string[];
}

/** Splits a path that lies in the repository, by whatever way it is written; undefined for any other path. */
export function splitInsidePath(path: string, root: string): InsidePath | undefined {
  const realRoot = realPath(root);
  if (realRoot === undefined) return undefined;
  const full = resolve(path);
  const { root: top } = parse(full);
  const names = full.slice(top.length).split(sep).filter(Boolean);
  let base = top;
  for (const [index, name] of ['', ...names].entries()) {
    base = join(base, name);
    // The last name is the file itself.
    if (index === names.length) return undefined;
    const real = realPath(base);
    if (real === undefined) return undefined;
    if (isWithin(real, realRoot)) return { base, names: names.slice(index) };
  }
  return undefined;
}

/** Returns whether a path is the folder or below it; neither has links. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Resolves a path; undefined if there is no such file. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Finds the nearest folder with an entry of this name, from the folder upwards; undefined if there is none. */
export function findUpwards(folder: string, hasEntry: (folder: string) => boolean): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (hasEntry(at)) return at;
    if (at === dirname(at)) return undefined;
  }
}
