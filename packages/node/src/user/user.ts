import type { ObjectLike } from '../values/variables.ts';

/** Who asks. Without `id` and `email` the user is anonymous. */
export interface User {
  id?: string | undefined;
  email?: string | undefined;
  organisationId?: string | undefined;
  ip?: string | undefined;
  appVersion?: string | undefined;
  platform?: string | undefined;
  country?: string | undefined;
  audiences?: readonly string[] | undefined;
  /** An object of what JSON can express, of any type: an interface, too. */
  customData?: ObjectLike | undefined;
}

/** The user in the words of the wire (contract §2.2). Members are JSON; those that are undefined are not sent. */
export interface WireUser {
  readonly id: unknown;
  readonly email: unknown;
  readonly organisation_id: unknown;
  readonly ip: unknown;
  readonly app_version: unknown;
  readonly platform: unknown;
  readonly country: unknown;
  readonly audiences: unknown;
  readonly custom_data: unknown;
}

/** What is sent of a user with an event. */
export type Identified = Partial<Identity>;

/** Returns the user as JSON, the same for users of the same content, whatever the order of members. */
export function userTextOf(user: WireUser): string {
  return JSON.stringify({ ...user, custom_data: sorted(user.custom_data) });
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sorted(entry)]));
}

/** Who a user is. */
type Identity = Pick<WireUser, 'id' | 'email'>;

/** By what a user counts: the id, else the e-mail address in lower case (decisions §1.2); undefined = anonymous. */
export function identityOf({ id, email }: Identity): string | undefined {
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  if (typeof id === 'string' && id !== '') return id;
  return typeof email === 'string' && email !== '' ? email.toLowerCase() : undefined;
}

/** Id and e-mail address alone: nothing else of a user is stored with an event. */
export function identifiedOf({ id, email }: Identity): Identified | undefined {
  if (identityOf({ id, email }) === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(email !== undefined && { email }) };
}
