import { getQuarter } from '@bunting/async';

/** The organisation and host by which attempts are counted. */
export interface Sharer {
  readonly organisationId: string;
  readonly host: string;
}

interface Attempt extends Sharer {
  readonly endpointId: string;
}

/** The attempts in flight at one moment, by organisation, host and endpoint, as parallel columns for SQL. */
export interface AttemptsInFlight {
  readonly organisationIds: readonly string[];
  readonly ofOrganisations: readonly number[];
  /** `<organisation> <host>`, as `hostKeyOf` makes them. */
  readonly hostKeys: readonly string[];
  readonly ofHosts: readonly number[];
  readonly endpointIds: readonly string[];
  readonly ofEndpoints: readonly number[];
  /** Returns whether a share was used up at that moment, with the attempts that have `begun` since. */
  wasExhausted(sharer: Sharer, begun: readonly Sharer[]): boolean;
}

/** Limits the attempts of one organisation in flight in this process, in all and to one host. */
export interface Shares {
  begin(attempt: Attempt): void;
  end(attempt: Attempt): void;
  inFlight(): AttemptsInFlight;
  /** Queues an endpoint if its share is used up, and returns whether it is. */
  postpone(endpoint: Sharer & { readonly id: string }): boolean;
  isPostponed(endpointId: string): boolean;
  /** Removes and returns postponed endpoints in their order, as many as the shares have free: they must be looked at again. */
  takeReady(): string[];
}

/** More connections to one host would let an organisation use a dispatcher to flood it. */
export const maxPerHost = 10;

/** Returns the most attempts of one organisation: a quarter of a dispatcher's. */
export function maxPerOrganisation(maxInFlight: number): number {
  return getQuarter(maxInFlight);
}

export function toHostKey({ organisationId, host }: Sharer): string {
  return `${organisationId} ${host}`;
}

/**
 * Counts in memory, because what is shared is this process. A postponed endpoint costs one id until its share is free, however
 * many deliveries it has due.
 */
export function createShares(options: { perOrganisation: number; perHost: number }): Shares {
  const organisations = createShare(options.perOrganisation);
  const hosts = createShare(options.perHost);
  const endpoints = new Map<string, number>();

  function add(attempt: Attempt, change: 1 | -1): void {
    organisations.add(attempt.organisationId, change);
    hosts.add(toHostKey(attempt), change);
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
        wasExhausted(sharer, begun) {
          const own = begun.filter(({ organisationId }) => organisationId === sharer.organisationId);
          const atHost = own.filter(({ host }) => host === sharer.host);
          return (
            (ofOrganisation.get(sharer.organisationId) ?? 0) + own.length >= options.perOrganisation ||
            (ofHost.get(toHostKey(sharer)) ?? 0) + atHost.length >= options.perHost
          );
        },
      };
    },
    postpone: (endpoint) =>
      hosts.postpone(toHostKey(endpoint), endpoint.id) ||
      organisations.postpone(endpoint.organisationId, endpoint.id),
    isPostponed: (id) => hosts.waiting.has(id) || organisations.waiting.has(id),
    takeReady: () => [...hosts.takeReady(), ...organisations.takeReady()],
  };
}

function createShare(limit: number) {
  const counts = new Map<string, number>();
  /** Endpoint → the key by which its share is counted. */
  const waiting = new Map<string, string>();
  const queues = new Map<string, Set<string>>();
  const freeOf = (key: string) => limit - (counts.get(key) ?? 0);

  function takeReadyOf(key: string, queue: Set<string>): string[] {
    const ids = [...queue].slice(0, Math.max(freeOf(key), 0));
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
    postpone(key: string, endpointId: string): boolean {
      if (freeOf(key) > 0) return false;
      const queue = queues.get(key) ?? new Set();
      queues.set(key, queue.add(endpointId));
      waiting.set(endpointId, key);
      return true;
    },
    takeReady: () => [...queues].flatMap(([key, queue]) => takeReadyOf(key, queue)),
  };
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
