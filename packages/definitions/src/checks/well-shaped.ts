import type { Problem } from './problem.ts';
import { storedSlug } from '../schemas/slug.ts';

/** Returns whether the part of the document at this path has the right shape. */
export type IsWellShaped = (path: string) => boolean;

/**
 * Finds the parts of a document with the right shape, by the problems of a shape check. Further checks skip the other parts, which may have
 * any type. Parts are small, so that a malformed part does not hide problems of the others.
 */
export function wellShapedPaths(problems: readonly Problem[]): IsWellShaped {
  const malformed = new Set<string>();
  for (const { path } of problems) {
    malformed.add(path);
    for (let index = 0; index < path.length; index += 1) {
      if (path[index] === '.' || path[index] === '[') malformed.add(path.slice(0, index));
    }
  }
  return (path) => !malformed.has(path);
}

/** A part of a document, and where it stands: `features[2].rules[0]`. */
export interface Part<Value> {
  readonly value: Value;
  readonly path: string;
}

/** Yields the entries of a list that have the right shape, with their paths. */
export function* wellShapedEntries<Value>(
  list: readonly Value[] | undefined,
  path: string,
  isWellShaped: IsWellShaped,
): Generator<Part<Value>> {
  if (!Array.isArray(list)) return;
  for (const [index, value] of (list as readonly Value[]).entries()) {
    const partPath = `${path}[${index}]`;
    if (isWellShaped(partPath)) yield { value, path: partPath };
  }
}

/** Yields the entries of a list that are objects, with their paths, whatever is wrong inside. */
export function* objectParts<Value extends object>(
  list: readonly Value[] | undefined,
  path: string,
): Generator<Part<Value>> {
  if (!Array.isArray(list)) return;
  for (const [index, value] of (list as readonly Value[]).entries()) {
    if (isObject(value)) yield { value, path: `${path}[${index}]` };
  }
}

/** Returns whether a parsed value is an object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Contains every slug. Where a slug cannot be read, the shape check has reported it, and a reference to it is not a second problem. */
class AnySlug extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/**
 * Returns the slugs of a list's entries, lower-cased, whatever else is wrong with them. Contains every slug if one cannot be
 * read.
 */
export function collectSlugs(list: unknown): ReadonlySet<string> {
  if (list === undefined) return new Set();
  if (!Array.isArray(list)) return new AnySlug();
  const slugs = (list as unknown[]).map((entry) => (entry as { slug?: unknown } | null)?.slug);
  if (!slugs.every((slug) => typeof slug === 'string')) return new AnySlug();
  return new Set(slugs.map(storedSlug));
}
