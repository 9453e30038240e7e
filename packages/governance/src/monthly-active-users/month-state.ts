import { userHash } from '../identity.ts';
import { toCalendarMonth, type CalendarMonth } from './calendar-month.ts';
import type { CountedUsers } from './counted-users.ts';

/** The state, in this process, of one organisation's monthly active users in one month. */
export interface MonthState {
  readonly organisationId: string;
  readonly month: CalendarMonth;
  /** The month's key in Redis. */
  readonly key: string;
  /** Users that are already counted. Replaced after staff removed users. */
  counted: CountedUsers;
  /** Hashes of users admitted while Redis could not be asked; they are not counted yet. */
  readonly unsynced: Set<string>;
  /** The generation of the month in Redis to which `counted` belongs; undefined = none was seen yet. */
  generation: string | undefined;
}

export interface User {
  readonly identity: string;
  /** From `userHash`. */
  readonly hash: string;
}

/**
 * The state of the month in Redis. `lost`: it must be restored from PostgreSQL. `first`: it has not been read yet.
 * `rebuilt`: Redis had lost it. `users forgotten`: staff have removed users from it.
 */
export type GenerationChange = 'none' | 'lost' | 'first' | 'rebuilt' | 'users forgotten';

export function openMonthState(organisationId: string, time: number, counted: CountedUsers): MonthState {
  const month = toCalendarMonth(time);
  const key = monthKey(organisationId, month);
  return { organisationId, month, key, counted, unsynced: new Set(), generation: undefined };
}

/** Records the generation that Redis replied with; '' = it does not have the whole month. */
export function noteGeneration(state: MonthState, seen: string): GenerationChange {
  const known = state.generation;
  if (seen === '') return 'lost';
  if (seen === known) return 'none';
  state.generation = seen;
  if (known === undefined) return 'first';
  const times = timesForgotten(seen);
  return times !== undefined && times !== timesForgotten(known) ? 'users forgotten' : 'rebuilt';
}

/** Returns the part of a generation after the slash: the number of times that staff removed users. */
function timesForgotten(generation: string): string | undefined {
  return generation.split('/')[1];
}

const noUsers: readonly User[] = [];

/** Returns the identities that may not be counted yet. */
export function uncountedUsers(
  { organisationId, counted }: MonthState,
  identities: string | readonly string[],
): readonly User[] {
  if (typeof identities === 'string') {
    if (counted.has(identities)) return noUsers;
    return [{ identity: identities, hash: userHash(organisationId, identities) }];
  }
  const unknown = [...new Set(identities)].filter((identity) => !counted.has(identity));
  return unknown.map((identity) => ({ identity, hash: userHash(organisationId, identity) }));
}

/** Returns the key of the bucket. `{…}` is the hash tag: all keys of an organisation are in one slot of a cluster. */
export function bucketKey(organisationId: string): string {
  return `bunting:{${organisationId}}:bucket`;
}

/** Returns the key of the bucket for requests with client keys. */
export function clientBucketKey(organisationId: string): string {
  return `bunting:{${organisationId}}:client-bucket`;
}

export function monthKey(organisationId: string, month: CalendarMonth): string {
  return `bunting:{${organisationId}}:mau:${month.name}`;
}

/** Returns the key of the set of organisations that have a month in Redis. */
export function registryKey(month: CalendarMonth): string {
  return `bunting:mau:${month.name}`;
}
