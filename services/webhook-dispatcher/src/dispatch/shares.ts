import type { Claim } from './claim-deliveries.ts';

/** Whose attempts count together. */
export type Sharer = Pick<Claim, 'organisationId' | 'host'>;

type Attempt = Sharer & Pick<Claim, 'endpointId'>;

/** How many attempts were under way at a moment of everybody who made any, as parallel columns for SQL. */
export interface AttemptsInFlight {
  readonly organisationIds: readonly string[];
  readonly ofOrganisations: readonly number[];
  /** `<organisation> <host>`, as `hostKeyOf` makes them. */
  readonly hostKeys: readonly string[];
  readonly ofHosts: readonly number[];
  readonly endpointIds: readonly string[];
  readonly ofEndpoints: readonly number[];
  /** Whether somebody's share was used up then, once these had begun as well. */
  wasUsedUp(sharer: Sharer, begun: readonly Sharer[]): boolean;
}

/** What one organisation takes of a dispatcher at a time: so many attempts, and of these so many to one host. */
export interface Shares {
  begin(attempt: Attempt): void;
  end(attempt: Attempt): void;
  inFlight(): AttemptsInFlight;
  /** Remembers an endpoint whose share is used up, and says so; false: there is room. */
  turnAway(endpoint: Sharer & { readonly id: string }): boolean;
  isTurnedAway(endpointId: string): boolean;
  /** Forgets endpoints that were turned away, in that order, as many as there is room for: they are to be looked at again. */
  admit(): string[];
}

/** One process opens so many connections to a host for one organisation: it must not be made an amplifier. */
export const maxPerHost = 10;

/** An organisation takes at most a quarter of a dispatcher's attempts. */
export function maxPerOrganisation(maxInFlight: number): number {
  return Math.max(1, Math.floor(maxInFlight / 4));
}

export function hostKeyOf({ organisationId, host }: Sharer): string {
  return `${organisationId} ${host}`;
}

/**
 * Counts in memory, for what is shared is this process. An endpoint that finds its share used up costs nothing until there is
 * room: it waits here by its id, whatever there is to be sent to it.
 */
export function createShares(options: { perOrganisation: number; perHost: number }): Shares {
  const organisations = createShare(options.perOrganisation);
  const hosts = createShare(options.perHost);
  const endpoints = new Map<string, number>();

  function add(attempt: Attempt, change: 1 | -1): void {
    organisations.add(attempt.organisationId, change);
    hosts.add(hostKeyOf(attempt), change);
    addTo(endpoints, attempt.endpointId, change);
  }

  return {
    begin: (attempt) => add(attempt, 1),
    end: (attempt) => add(attempt, -1),
    inFlight() {
      const ofOrganisation = new Map(organisations.counts);
      const ofHost = new Map(hosts.counts);
      return {
        organisationIds: [...ofOrganisation.keys()],
        ofOrganisations: [...ofOrganisation.values()],
        hostKeys: [...ofHost.keys()],
        ofHosts: [...ofHost.values()],
        endpointIds: [...endpoints.keys()],
        ofEndpoints: [...endpoints.values()],
        wasUsedUp(sharer, begun) {
          const own = begun.filter(({ organisationId }) => organisationId === sharer.organisationId);
          const atHost = own.filter(({ host }) => host === sharer.host);
          return (
            (ofOrganisation.get(sharer.organisationId) ?? 0) + own.length >= options.perOrganisation ||
            (ofHost.get(hostKeyOf(sharer)) ?? 0) + atHost.length >= options.perHost
          );
        },
      };
    },
    turnAway: (endpoint) =>
      hosts.turnAway(hostKeyOf(endpoint), endpoint.id) ||
      organisations.turnAway(endpoint.organisationId, endpoint.id),
    isTurnedAway: (id) => hosts.waiting.has(id) || organisations.waiting.has(id),
    admit: () => [...hosts.admit(), ...organisations.admit()],
  };
}

function createShare(most: number) {
  const counts = new Map<string, number>();
  /** Endpoint → what its share is counted by. */
  const waiting = new Map<string, string>();
  const queues = new Map<string, Set<string>>();
  const roomOf = (key: string) => most - (counts.get(key) ?? 0);

  function admitOf(key: string, queue: Set<string>): string[] {
    const ids = [...queue].slice(0, Math.max(roomOf(key), 0));
    for (const id of ids) {
      queue.delete(id);
      waiting.delete(id);
    }
    if (queue.size === 0) queues.delete(key);
    return ids;
  }

  return {
    counts: counts as ReadonlyMap<string, number>,
    waiting: waiting as ReadonlyMap<string, string>,
    add: (key: string, change: number) => addTo(counts, key, change),
    turnAway(key: string, endpointId: string): boolean {
      if (roomOf(key) > 0) return false;
      const queue = queues.get(key) ?? new Set();
      queues.set(key, queue.add(endpointId));
      waiting.set(endpointId, key);
      return true;
    },
    admit: () => [...queues].flatMap(([key, queue]) => admitOf(key, queue)),
  };
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
