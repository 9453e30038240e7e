import type { JsonValue } from '@bunting/evaluator';

/** One thing that a change makes different, for people. */
export interface Difference {
  /** What is changed: `targeting of checkout in production`. */
  readonly subject: string;
  /** The whole line: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`. */
  readonly text: string;
  /** That alone which differs; null = there was none. */
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** A difference within a subject: what of it, and from what to what. */
export interface Part {
  readonly what: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** `weight of one-page 50 → 60`; with other words than the values themselves where those would not read well. */
export function changed(
  what: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  [from, to]: readonly [string, string] = [told(before), told(after)],
): Part {
  return { what: `${what} ${from} → ${to}`.trimStart(), before: before ?? null, after: after ?? null };
}

export function added(what: string, after: JsonValue): Part {
  return { what, before: null, after };
}

export function removed(what: string, before: JsonValue): Part {
  return { what, before, after: null };
}

/** The pair counts places from 0, people from 1. */
export function moved(what: string, [from, to]: readonly [number, number]): Part {
  return { what: `${what}: moved to place ${to + 1}`, before: from + 1, after: to + 1 };
}

/** Definitions are JSON; their types just do not say so. */
export function json(definition: object): JsonValue {
  return definition as JsonValue;
}

/** The same, said of something larger: `rule 2 "Half of Canada": weight of …`. */
export function within(where: string, parts: Iterable<Part>): Part[] {
  return [...parts].map((part) => ({ ...part, what: `${where}: ${part.what}` }));
}

export function differencesIn(subject: string, parts: Iterable<Part>): Difference[] {
  return [...parts].map(({ what, before, after }) => ({
    subject,
    text: `${subject}: ${what}`,
    before,
    after,
  }));
}

const longestValue = 200;

/** A value as it stands in a line: slugs and numbers as they are, other text and documents as JSON, nothing as `none`. */
export function told(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : cut(value.map(told).join(', '));
  if (typeof value === 'string' && /^[^\s",→]+$/.test(value)) return cut(value);
  return cut(JSON.stringify(value));
}

export function quoted(name: string): string {
  return cut(JSON.stringify(name));
}

function cut(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}
