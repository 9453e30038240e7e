/** The user as requests have it (contract §2.2). Members are JSON; undefined ones are not sent. */
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

/** The part of a user that is sent with an event. */
export type EventUser = Partial<Identity>;

/** Returns the user as JSON: the same text for equal users, whatever the order of their members. */
export function stringifyUser(user: WireUser): string {
  return JSON.stringify({ ...user, custom_data: sortMembers(user.custom_data) });
}

function sortMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortMembers);
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sortMembers(entry)]));
}

/** The members that identify a user. */
type Identity = Pick<WireUser, 'id' | 'email'>;

/** Returns the id, else the e-mail address in lower case, by which a user is counted (decisions §1.2); undefined = anonymous. */
export function getIdentity({ id, email }: Identity): string | undefined {
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  if (typeof id === 'string' && id !== '') return id;
  return typeof email === 'string' && email !== '' ? email.toLowerCase() : undefined;
}

/** Returns id and e-mail address: nothing else of a user is stored with an event. Undefined = anonymous. */
export function toEventUser({ id, email }: Identity): EventUser | undefined {
  if (getIdentity({ id, email }) === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(email !== undefined && { email }) };
}
