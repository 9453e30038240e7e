import type { TrackOptionsOf } from '@bunting/sdk-core';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { normaliseKeys } from '../values/keys.ts';
import type { Key } from '../values/variables.ts';

/** The options of `track`. */
export type TrackOptions = TrackOptionsOf<Key>;

/** What all events of one `track` have in common. */
export interface EventParts {
  readonly event: string;
  readonly value?: number;
  readonly occurred_at: string;
}

/** More variables are not sent with one `track`. */
export const maxEventVariables = 20;
const maxNameLength = 200;

/** Undefined = it is reported, and nothing is sent. */
export function readEvent(
  event: string,
  { value, occurredAt }: TrackOptions,
  { runtime, reporter }: { readonly runtime: Runtime; readonly reporter: Reporter },
): EventParts | undefined {
  const at = new Date(occurredAt === undefined ? runtime.date() : Number(occurredAt));
  const problem =
    typeof event !== 'string' || event.trim() === '' || event.length > maxNameLength
      ? `must have a name of at most ${maxNameLength} characters.`
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
export function readVariableNames({ variable }: TrackOptions): string[] | undefined {
  if (variable === undefined) return undefined;
  const named = normaliseKeys(Array.isArray(variable) ? variable : [variable]);
  return [...new Set(named)].slice(0, maxEventVariables);
}
