import type { Problem } from './problem.ts';
import { storedSlug } from '../schemas/slug.ts';

/** Tells whether a part of the document has the shape it must have, by its path. */
export type IsWellShaped = (path: string) => boolean;

/**
 * What belongs together is looked at only in parts whose shape is right: a list where a string should be has been
 * reported, and nothing more can be said of it. The parts are small, so that what is wrong in one hides nothing of the
 * others: every problem is listed.
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

export interface Part<Value> {
  readonly value: Value;
  readonly path: string;
}

/** The entries of a list that have the right shape, with their paths. */
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

/** The entries of a list that are objects at all, with their paths. */
export function* objectParts<Value extends object>(
  list: readonly Value[] | undefined,
  path: string,
): Generator<Part<Value>> {
  if (!Array.isArray(list)) return;
  for (const [index, value] of (list as readonly Value[]).entries()) {
    if (isObject(value)) yield { value, path: `${path}[${index}]` };
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a slug cannot be read, it may be any: that has been reported, and what names it is not wrong as well. */
class AnySlug extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** The slugs of a list, lower-cased, also of those entries where something else is wrong. */
export function slugsOf(list: unknown): ReadonlySet<string> {
  if (list === undefined) return new Set();
  if (!Array.isArray(list)) return new AnySlug();
  const slugs = (list as unknown[]).map((entry) => (entry as { slug?: unknown } | null)?.slug);
  if (!slugs.every((slug) => typeof slug === 'string')) return new AnySlug();
  return new Set(slugs.map(storedSlug));
}
