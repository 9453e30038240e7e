import { getType, hashText, type JsonValue, type User } from '@bunting/sdk-core';
import { maxIdentities } from '../bounds.ts';

/** The user of a client, as requests and events have it. */
export interface CurrentUser {
  /** The user as requests carry it. */
  readonly wireUser: Readonly<Record<string, JsonValue>>;
  readonly wireSignature: string | undefined;
  /** The user as events carry it. */
  readonly eventUser: object;
  /** The id, else the e-mail address; empty = anonymous. Two identities are two users. */
  readonly identity: string;
  /** Names the stored values of this user and these keys, without the user's data. */
  readonly storageKey: string;
  /** Names the user, or the device of an anonymous one, in a bootstrap. */
  readonly userHash: string;
  /** The variations that this identity has seen in this session: variable and variation → variable. */
  readonly exposed: Map<string, string>;
  /** The time until which no request is sent for this user. */
  blockedUntil: number;
}

/** The variations that each identity has seen. */
export type Exposures = Map<string, CurrentUser['exposed']>;

interface Device {
  readonly anonymous_id?: string | number;
}

/** Returns the user as requests and events have it. Throws if the user cannot be written as JSON. */
export function toCurrentUser(
  given: User | null | undefined,
  signature: string | undefined,
  anonymousId: string | false | undefined,
  keys: readonly string[] | undefined,
  exposures: Exposures,
): CurrentUser {
  const copy = JSON.parse(JSON.stringify(given ?? {})) as Record<string, JsonValue>;
  if (getType(copy) !== 'object') throw new TypeError('not an object');
  const user = Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  if (anonymousId) user['custom_data'] = { anonymous_id: anonymousId, ...(user['custom_data'] as object) };
  const { id, email, custom_data } = user as {
    id?: string | number;
    email?: string | number;
    custom_data?: Device;
  };
  const identity = `${id ?? ''}` || `${email ?? ''}`.toLowerCase();
  const storageKey = hashText(JSON.stringify([user, keys, signature]));
  const userHash = hashText(identity || `\0${custom_data?.anonymous_id ?? ''}`);
  const exposed = exposures.get(identity) ?? new Map<string, string>();
  if (exposures.size >= maxIdentities) exposures.clear();
  exposures.set(identity, exposed);
  // A signature of members, `v2:…`, is verified over all of them.
  const eventUser = signature?.[2] === ':' ? user : { id, email };
  return {
    wireUser: user,
    eventUser,
    wireSignature: signature,
    identity,
    storageKey,
    userHash,
    exposed,
    blockedUntil: 0,
  };
}
