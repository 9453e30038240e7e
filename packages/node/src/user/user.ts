import type { JsonValue } from '../values/variables.ts';

/** Who asks. Without `id` and `email` the user is anonymous. */
export interface User {
  id?: string;
  email?: string;
  organisationId?: string;
  ip?: string;
  appVersion?: string;
  platform?: string;
  country?: string;
  audiences?: string[];
  customData?: Record<string, JsonValue>;
}

/** The user in the words of the wire (contract §2.2). */
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
export interface Identified {
  readonly id?: string;
  readonly email?: string;
}

const nobody: User = {};

/** Always with all members, so that the engine gives all users one shape. Those that are undefined are not sent. */
export function wireUserOf(user: User | null | undefined): WireUser {
  const given = user ?? nobody;
  return {
    id: given.id,
    email: given.email,
    organisation_id: given.organisationId,
    ip: given.ip,
    app_version: given.appVersion,
    platform: given.platform,
    country: given.country,
    audiences: given.audiences,
    custom_data: given.customData,
  };
}

/**
 * The user as JSON, the same for users of the same content, whatever the order of members. Undefined = it cannot be written as JSON.
 */
export function userTextOf(user: User | null | undefined): string | undefined {
  const wire = wireUserOf(user);
  try {
    const { custom_data: customData } = wire;
    if (typeof customData !== 'object' || customData === null) return JSON.stringify(wire);
    return JSON.stringify({ ...wire, custom_data: sorted(customData) });
  } catch {
    return undefined;
  }
}

/** A user nested more deeply is refused by the service. */
const maxDepth = 500;

function sorted(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) throw new Error('The user is nested too deeply.');
  if (Array.isArray(value)) return value.map((entry) => sorted(entry, depth + 1));
  if ('toJSON' in value) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sorted(entry, depth + 1)]));
}

/** By what a user counts: the id, else the e-mail address in lower case (decisions §1.2); undefined = anonymous. */
export function identityOf(user: User | null | undefined): string | undefined {
  const { id, email } = user ?? nobody;
  if (typeof id === 'number' && Number.isFinite(id)) return String(id);
  if (typeof id === 'string' && id !== '') return id;
  return typeof email === 'string' && email !== '' ? email.toLowerCase() : undefined;
}

/** Id and e-mail address alone: nothing else of a user is stored with an event. */
export function identifiedOf(user: User | null | undefined): Identified | undefined {
  const { id, email } = user ?? nobody;
  if (identityOf(user) === undefined) return undefined;
  return { ...(id !== undefined && { id }), ...(email !== undefined && { email }) };
}
