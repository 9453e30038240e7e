import { errors } from '@bunting/service';
import type { WriteLimiter } from '../write-limiter.ts';
import { readNames, registerNames, type NamedEnvironment, type StoredNames } from './stored-names.ts';
import { eventNameHash } from './stored-text.ts';

/** Limits how many names of events an environment may have: each name makes rows of summaries that are never removed. */
export interface EventNames {
  /**
   * Returns the names that `register` needs once the request is admitted; undefined if all names are known, which costs
   * nothing. Throws errors.eventNameNew at the first name beyond the limit. For client keys the limit is half as high: who invents names
   * with a public key must not use up those of servers.
   */
  check(
    environment: NamedEnvironment,
    events: readonly Named[],
    isClient?: boolean,
  ): Promise<NewNames> | undefined;
  /** Throws errors.eventNameNew if other requests have registered names meanwhile and reached the limit: then it registers nothing. */
  register(environment: NamedEnvironment, events: readonly Named[], names: NewNames): Promise<void>;
}

interface Named {
  readonly event: string;
}

/** Hash → name. */
export type NewNames = ReadonlyMap<string, string>;

interface Known extends StoredNames {
  /** Names that are known to be registered, so that they need not be hashed again. */
  readonly names: Set<string>;
  readonly readAt: number;
}

/** The time for which a full environment is refused without checking whether staff have raised its limit. */
const maxAgeMs = 1_000;
/** Hashes and names in the cache, of all environments together. */
const maxCached = 200_000;

export function createEventNames(options: {
  writeLimiter: WriteLimiter;
  /** Milliseconds since 1970. */
  now: () => number;
}): EventNames {
  const { writeLimiter, now } = options;
  /** The least recently used comes first. */
  const environments = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();

  function cache({ environmentId }: NamedEnvironment, stored: StoredNames): Known {
    const names = environments.get(environmentId)?.names ?? new Set();
    const known = { ...stored, names, readAt: now() };
    environments.delete(environmentId);
    environments.set(environmentId, known);
    let cached = 0;
    for (const each of environments.values()) cached += each.hashes.size + each.names.size;
    for (const [oldest, { hashes, names: few }] of environments) {
      if (cached <= maxCached || oldest === environmentId) break;
      environments.delete(oldest);
      cached -= hashes.size + few.size;
    }
    return known;
  }

  function read(environment: NamedEnvironment): Promise<Known> {
    const { environmentId } = environment;
    let answer = reading.get(environmentId);
    if (answer === undefined) {
      answer = writeLimiter
        .run((client) => readNames(client, environment))
        .then((stored) => cache(environment, stored))
        .finally(() => reading.delete(environmentId));
      reading.set(environmentId, answer);
    }
    return answer;
  }

  async function findNew(
    environment: NamedEnvironment,
    events: readonly Named[],
    unknown: ReadonlySet<string>,
    isClient: boolean,
  ): Promise<NewNames> {
    const hashes = new Map([...unknown].map((name) => [eventNameHash(name), name]));
    // Without PostgreSQL `register` fails, too; a request that governance refuses must get that answer first.
    let known =
      environments.get(environment.environmentId) ?? (await read(environment).catch(() => undefined));
    if (known === undefined) return hashes;
    const limited = (stored: Known) =>
      isClient ? { ...stored, maxNames: Math.floor(stored.maxNames / 2) } : stored;
    let fresh = selectNew(hashes, known);
    if (!isRoomFor(fresh, limited(known)) && now() - known.readAt > maxAgeMs) {
      known = (await read(environment).catch(() => undefined)) ?? known;
      fresh = selectNew(hashes, known);
    }
    if (!isRoomFor(fresh, limited(known))) {
      throw errors.eventNameNew(indexBeyondLimit(events, fresh, limited(known)));
    }
    return fresh;
  }

  return {
    check(environment, events, isClient = false) {
      const names = environments.get(environment.environmentId)?.names;
      let unknown: Set<string> | undefined;
      let last: string | undefined;
      for (const { event } of events) {
        if (event === last || names?.has(event)) continue;
        last = event;
        unknown = (unknown ?? new Set<string>()).add(event);
      }
      return unknown && findNew(environment, events, unknown, isClient);
    },
    async register(environment, events, fresh) {
      if (fresh.size === 0) return;
      const stored = await writeLimiter.run((client) =>
        registerNames(client, environment, [...fresh.keys()]),
      );
      const known = cache(environment, stored);
      const refused = new Map([...fresh].filter(([hash]) => !known.hashes.has(hash)));
      if (refused.size > 0) throw errors.eventNameNew(indexBeyondLimit(events, refused, known));
      for (const name of fresh.values()) known.names.add(name);
    },
  };
}

function isRoomFor(fresh: NewNames, { hashes, maxNames }: StoredNames): boolean {
  return fresh.size === 0 || hashes.size + fresh.size <= maxNames;
}

/** Returns the names that are not registered, and caches those that are. */
function selectNew(hashes: ReadonlyMap<string, string>, known: Known): Map<string, string> {
  const fresh = new Map<string, string>();
  for (const [hash, name] of hashes) {
    if (known.hashes.has(hash)) known.names.add(name);
    else fresh.set(hash, name);
  }
  return fresh;
}

/** Returns the index of the first event whose name is beyond the limit when the names before it are registered. */
function indexBeyondLimit(
  events: readonly Named[],
  fresh: NewNames,
  { hashes, maxNames }: StoredNames,
): number {
  const waiting = new Set(fresh.values());
  let room = Math.max(maxNames - hashes.size, 0);
  return events.findIndex(({ event }) => waiting.delete(event) && room-- === 0);
}
