import type { User } from '../public/evaluations.ts';
import type { JsonValue } from '../public/variables.ts';
import { mostIdentities } from '../bounds.ts';
import { typeOf } from '../type-of.ts';

/** The user as requests carry it. */
export interface Who {
  readonly user: Readonly<Record<string, JsonValue>>;
  readonly signature: string | undefined;
  /** The id, else the e-mail address; empty = anonymous. Whoever has another one is somebody else. */
  readonly identity: string;
  /** Names stored values of this user and these keys without saying who it is. */
  readonly hash: string;
  /** What this identity has seen in this session: variable and variation → variable. */
  readonly exposed: Map<string, string>;
  /** Until when the service is not asked for this user. */
  blockedUntil: number;
}

/** What each identity has seen. */
export type Exposures = Map<string, Who['exposed']>;

/** Throws if the user cannot be JSON. */
export function whoOf(
  given: User | null | undefined,
  signature: string | undefined,
  anonymousId: string | false | undefined,
  keys: readonly string[] | undefined,
  exposures: Exposures,
): Who {
  const user: Record<string, JsonValue> = {};
  const copy = JSON.parse(JSON.stringify(given ?? {})) as Record<string, JsonValue>;
  if (typeOf(copy) !== 'object') throw new TypeError('it is no object');
  for (const name of Object.keys(copy)) {
    user[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = copy[name]!;
  }
  if (anonymousId) user['custom_data'] = { anonymous_id: anonymousId, ...(user['custom_data'] as object) };
  const { id, email } = user as { id?: string | number; email?: string | number | null };
  const identity = String(id || String(email ?? '').toLowerCase());
  const hash = hashOf(JSON.stringify([user, keys, signature]));
  const exposed = exposures.get(identity) ?? new Map<string, string>();
  if (exposures.size >= mostIdentities) exposures.clear();
  exposures.set(identity, exposed);
  return { user, signature, identity, hash, exposed, blockedUntil: 0 };
}

/** 32 bits (FNV-1a) and the length. Two of the five users whom a device keeps do not share them by chance. */
function hashOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
  return `${hash}.${text.length}`;
}
