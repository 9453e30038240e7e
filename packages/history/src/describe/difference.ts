import type { JsonValue } from '@bunting/evaluator/definition';

/** One thing that a change makes different, as a line of text and as values. */
export interface Difference {
  /** The changed object: `targeting of checkout in production`. */
  readonly subject: string;
  /** The whole line: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`. */
  readonly text: string;
  /** The line for readers who see of which document it is: `rule 2 "Half of Canada": weight of one-page 50 → 60`. */
  readonly what: string;
  /** The id of the rule that the line is about; absent = it is about no rule, or an older release recorded it. */
  readonly rule_id?: string;
  /** Only the part that differs; null = it did not exist. */
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** A difference in a subject that is named elsewhere. */
export interface Part {
  readonly what: string;
  /** `what` for readers who see of which document it is, where it does not say enough. */
  readonly short?: string;
  /** As in `Difference`. */
  readonly rule_id?: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Returns `weight of one-page 50 → 60`. The last parameter replaces values that would be hard to read. */
export function changed(
  what: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  [from, to]: readonly [string, string] = [formatValue(before), formatValue(after)],
): Part {
  return { what: `${what} ${from} → ${to}`.trimStart(), before: before ?? null, after: after ?? null };
}

export function added(what: string, after: JsonValue): Part {
  return { what, before: null, after };
}

export function removed(what: string, before: JsonValue): Part {
  return { what, before, after: null };
}

/** Returns the part for a move. The pair counts from 0, the text from 1. */
export function moved(what: string, [from, to]: readonly [number, number]): Part {
  return { what: `${what}: moved from ${from + 1} to ${to + 1}`, before: from + 1, after: to + 1 };
}

/** Definitions are JSON, which their types do not say. */
export function json(definition: object): JsonValue {
  return definition as JsonValue;
}

/** Puts the name of the whole before each part: `rule 2 "Half of Canada": weight of …`. */
export function prefixed(where: string, parts: Iterable<Part>): Part[] {
  return [...parts].map((part) => ({ ...part, what: `${where}: ${part.what}` }));
}

/** Puts the name of the whole before a part, for readers who see of which document it is. */
export function shortened(name: string, part: Part): Part {
  return { ...part, short: `${name}: ${part.what}` };
}

export function differencesIn(subject: string, parts: Iterable<Part>): Difference[] {
  return [...parts].map(({ what, short = what, rule_id, before, after }) => ({
    subject,
    text: `${subject}: ${what}`,
    what: short,
    ...(rule_id !== undefined && { rule_id }),
    before,
    after,
  }));
}

const maxValueLength = 200;

/** Formats a value for one line: slugs and numbers as they are, other texts and documents as JSON, no value as `none`. */
export function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : cut(value.map(formatValue).join(', '));
  if (typeof value === 'string' && /^[^\s",→]+$/.test(value)) return cut(value);
  return cut(JSON.stringify(value));
}

export function quoted(name: string): string {
  return cut(JSON.stringify(name));
}

function cut(text: string): string {
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength - 1)}…`;
}
