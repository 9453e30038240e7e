import type { User } from '../public/evaluations.ts';
import type { JsonValue } from '../public/variables.ts';
import { mostIdentities } from '../bounds.ts';
import { hashOf } from '../hash-of.ts';
import { typeOf } from '../type-of.ts';

/** The user as requests carry it. */
export interface Who {
  readonly user: Readonly<Record<string, JsonValue>>;
  readonly signature: string | undefined;
  /** The user as events carry it. */
  readonly eventUser: object;
  /** The id, else the e-mail address; empty = anonymous. Whoever has another one is somebody else. */
  readonly identity: string;
  /** Names stored values of this user and these keys without saying who it is. */
  readonly hash: string;
  /** Names the person, or the device of an anonymous one, in a bootstrap: `@bunting/node` makes the same (contract/clients). */
  readonly userHash: string;
  /** What this identity has seen in this session: variable and variation → variable. */
  readonly exposed: Map<string, string>;
  /** Until when the service is not asked for this user. */
  blockedUntil: number;
}

/** What each identity has seen. */
export type Exposures = Map<string, Who['exposed']>;

interface Device {
  readonly anonymous_id?: string | number;
}

/** Throws if the user cannot be JSON. */
export function whoOf(
  given: User | null | undefined,
  signature: string | undefined,
  anonymousId: string | false | undefined,
  keys: readonly string[] | undefined,
  exposures: Exposures,
): Who {
  const copy = JSON.parse(JSON.stringify(given ?? {})) as Record<string, JsonValue>;
  if (typeOf(copy) !== 'object') throw new TypeError('it is no object');
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
  const hash = hashOf(JSON.stringify([user, keys, signature]));
  const userHash = hashOf(identity || `\0${custom_data?.anonymous_id ?? ''}`);
  const exposed = exposures.get(identity) ?? new Map<string, string>();
  if (exposures.size >= mostIdentities) exposures.clear();
  exposures.set(identity, exposed);
  // A signature of members, `v2:…`, is verified with all of them.
  const eventUser = signature?.[2] === ':' ? user : { id, email };
  return { user, eventUser, signature, identity, hash, userHash, exposed, blockedUntil: 0 };
}
