import { errors } from '@bunting/service';
import type { WriteLimiter } from '../write-gate.ts';
import { eventNameHash } from './event-name-hash.ts';
import { readNames, registerNames, type NamedEnvironment, type StoredNames } from './stored-names.ts';

/** How many names of events an environment may have: each makes rows of summaries that are kept for ever. */
export interface EventNames {
  /**
   * Gives what `register` is to be called with, once the request is admitted; undefined: all names are known, which costs
   * nothing. Throws errors.eventNameNew at the first name for which there is no room.
   */
  check(environment: NamedEnvironment, events: readonly Named[]): Promise<NewNames> | undefined;
  /** Throws errors.eventNameNew when others took the room meanwhile: then nothing is registered. */
  register(environment: NamedEnvironment, events: readonly Named[], names: NewNames): Promise<void>;
}

interface Named {
  readonly event: string;
}

/** Hash → name. */
export type NewNames = ReadonlyMap<string, string>;

interface Known extends StoredNames {
  /** Of these it is known without a hash that they are there. */
  readonly names: Set<string>;
  readonly readAt: number;
}

/** How long one is refused without asking whether staff have made room meanwhile. */
const trustedMs = 1_000;
/** Hashes and names, of all environments together. */
const maxRemembered = 200_000;

export function createEventNames({ gate, now }: { gate: WriteLimiter; now: () => number }): EventNames {
  /** The one that was used longest ago comes first. */
  const environments = new Map<string, Known>();
  const reading = new Map<string, Promise<Known>>();

  function remember({ environmentId }: NamedEnvironment, stored: StoredNames): Known {
    const names = environments.get(environmentId)?.names ?? new Set();
    const known = { ...stored, names, readAt: now() };
    environments.delete(environmentId);
    environments.set(environmentId, known);
    let held = 0;
    for (const each of environments.values()) held += each.hashes.size + each.names.size;
    for (const [oldest, { hashes, names: few }] of environments) {
      if (held <= maxRemembered || oldest === environmentId) break;
      environments.delete(oldest);
      held -= hashes.size + few.size;
    }
    return known;
  }

  function read(environment: NamedEnvironment): Promise<Known> {
    const { environmentId } = environment;
    let answer = reading.get(environmentId);
    if (answer === undefined) {
      answer = gate
        .run((client) => readNames(client, environment))
        .then((stored) => remember(environment, stored))
        .finally(() => reading.delete(environmentId));
      reading.set(environmentId, answer);
    }
    return answer;
  }

  async function findNew(
    environment: NamedEnvironment,
    events: readonly Named[],
    unknown: ReadonlySet<string>,
  ): Promise<NewNames> {
    const hashes = new Map([...unknown].map((name) => [eventNameHash(name), name]));
    // When PostgreSQL is away nothing can be registered either, and whoever is not admitted hears that first.
    let known =
      environments.get(environment.environmentId) ?? (await read(environment).catch(() => undefined));
    if (known === undefined) return hashes;
    let fresh = without(hashes, known);
    if (!isRoomFor(fresh, known) && now() - known.readAt > trustedMs) {
      known = (await read(environment).catch(() => undefined)) ?? known;
      fresh = without(hashes, known);
    }
    if (!isRoomFor(fresh, known)) throw errors.eventNameNew(placeOf(events, fresh, known));
    return fresh;
  }

  return {
    check(environment, events) {
      const names = environments.get(environment.environmentId)?.names;
      let unknown: Set<string> | undefined;
      let last: string | undefined;
      for (const { event } of events) {
        if (event === last || names?.has(event)) continue;
        last = event;
        unknown = (unknown ?? new Set<string>()).add(event);
      }
      return unknown && findNew(environment, events, unknown);
    },
    async register(environment, events, fresh) {
      if (fresh.size === 0) return;
      const stored = await gate.run((client) => registerNames(client, environment, [...fresh.keys()]));
      const known = remember(environment, stored);
      const left = new Map([...fresh].filter(([hash]) => !known.hashes.has(hash)));
      if (left.size > 0) throw errors.eventNameNew(placeOf(events, left, known));
      for (const name of fresh.values()) known.names.add(name);
    },
  };
}

function isRoomFor(fresh: NewNames, { hashes, most }: StoredNames): boolean {
  return fresh.size === 0 || hashes.size + fresh.size <= most;
}

/** Those that are not there; of the others it is noted that they are. */
function without(hashes: ReadonlyMap<string, string>, known: Known): Map<string, string> {
  const fresh = new Map<string, string>();
  for (const [hash, name] of hashes) {
    if (known.hashes.has(hash)) known.names.add(name);
    else fresh.set(hash, name);
  }
  return fresh;
}

/** Of the first event whose name finds no room, when those before it take theirs. */
function placeOf(events: readonly Named[], fresh: NewNames, { hashes, most }: StoredNames): number {
  const waiting = new Set(fresh.values());
  let room = Math.max(most - hashes.size, 0);
  return events.findIndex(({ event }) => waiting.delete(event) && room-- === 0);
}
