import type { CalendarMonth } from './calendar-month.ts';
import type { CountedUsers } from './counted-users.ts';

/** What this process knows of the monthly active users of one organisation in one month. */
export interface MonthState {
  readonly organisationId: string;
  readonly month: CalendarMonth;
  /** The month's key in Redis. */
  readonly key: string;
  /** Another one once staff had users forgotten. */
  counted: CountedUsers;
  /** Hashes of users admitted while Redis could not be asked, still to be counted. */
  readonly unsynced: Set<string>;
  /** Of which epoch in Redis `counted` is; undefined = none was seen yet. */
  epoch: string | undefined;
}

/** `{…}` is the hash tag: all keys of an organisation lie in one slot of a cluster. */
export function bucketKey(organisationId: string): string {
  return `bunting:{${organisationId}}:bucket`;
}

export function monthKey(organisationId: string, month: CalendarMonth): string {
  return `bunting:{${organisationId}}:mau:${month.name}`;
}

/** The set of organisations that have a month in Redis. */
export function registryKey(month: CalendarMonth): string {
  return `bunting:mau:${month.name}`;
}
