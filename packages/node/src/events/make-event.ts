import type { TrackOptions as TrackOptionsOf } from '@bunting/sdk-core';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { normaliseKeys } from '../values/keys.ts';
import type { Key } from '../values/variables.ts';

/** The options of `track`. */
export type TrackOptions = TrackOptionsOf<Key>;

/** The members that all events of one `track` share. */
export interface EventParts {
  readonly event: string;
  readonly value?: number;
  readonly occurred_at: string;
}

/** The maximum of variables of one `track`. */
export const maxEventVariables = 20;
const maxNameLength = 200;

/** Returns the shared members of the events. Undefined = the event is invalid, which is reported. */
export function readEvent(
  event: string,
  { value, occurredAt }: TrackOptions,
  { runtime, reporter }: { readonly runtime: Runtime; readonly reporter: Reporter },
): EventParts | undefined {
  const at = new Date(occurredAt === undefined ? runtime.date() : Number(occurredAt));
  const problem =
    typeof event !== 'string' || event.trim() === '' || event.length > maxNameLength
      ? `the name must have 1 to ${maxNameLength} characters.`
      : value !== undefined && !Number.isFinite(value)
        ? '"value" must be a number.'
        : Number.isNaN(at.getTime())
          ? '"occurredAt" must be a valid date.'
          : undefined;
  if (problem === undefined) {
    return { event, ...(value !== undefined && { value }), occurred_at: at.toISOString() };
  }
  reporter.report('events', problem, `Event dropped: ${problem}`);
  return undefined;
}

/** Returns the variables that the options name, in lower case, each once; undefined = they name none. */
export function readVariableNames({ variable }: TrackOptions): string[] | undefined {
  if (variable === undefined) return undefined;
  const named = normaliseKeys(Array.isArray(variable) ? variable : [variable]);
  return [...new Set(named)].slice(0, maxEventVariables);
}
