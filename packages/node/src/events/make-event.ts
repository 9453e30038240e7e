import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { keysOf } from '../values/key-of.ts';
import type { Key } from '../values/variables.ts';

/** What `track` may be given. */
export interface TrackOptions {
  /** The variables whose variation the user had; absent = those that were read for this user. */
  variable?: Key | readonly Key[] | undefined;
  /** A measurement. */
  value?: number | undefined;
  /** Absent = now. */
  occurredAt?: Date | undefined;
}

/** What all events of one `track` have in common. */
export interface EventParts {
  readonly event: string;
  readonly value?: number;
  readonly occurred_at: string;
}

/** More variables are not sent with one `track`. */
export const mostVariables = 20;
const longestName = 200;

/** Undefined = it is reported, and nothing is sent. */
export function readEvent(
  event: string,
  { value, occurredAt }: TrackOptions,
  { runtime, reporter }: { readonly runtime: Runtime; readonly reporter: Reporter },
): EventParts | undefined {
  const at = new Date(occurredAt === undefined ? runtime.date() : Number(occurredAt));
  const problem =
    typeof event !== 'string' || event.trim() === '' || event.length > longestName
      ? `must have a name of at most ${longestName} characters.`
      : value !== undefined && !Number.isFinite(value)
        ? 'must have a value that is a number, or none.'
        : Number.isNaN(at.getTime())
          ? 'must have an instant, or none.'
          : undefined;
  if (problem === undefined) {
    return { event, ...(value !== undefined && { value }), occurred_at: at.toISOString() };
  }
  reporter.report('events', problem, `An event ${problem} It was dropped.`);
  return undefined;
}

/** The named variables in lower case, each once; undefined = none is named. */
export function namedVariables({ variable }: TrackOptions): string[] | undefined {
  if (variable === undefined) return undefined;
  const named = keysOf(Array.isArray(variable) ? variable : [variable]);
  return [...new Set(named)].slice(0, mostVariables);
}
