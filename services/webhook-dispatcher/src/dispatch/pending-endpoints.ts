/** An endpoint that may have deliveries due. */
export interface PendingEndpoint {
  readonly endpointId: string;
  /** The deliveries that jobs named. */
  readonly deliveryIds: Set<string>;
  /** Called when the endpoint has been looked at. */
  readonly onDone: (() => void)[];
}

export interface PendingEndpoints {
  /** Resolves when the endpoint has been looked at. */
  add(endpointId: string, deliveryId?: string): Promise<void>;
  /** Removes and returns at most `max` endpoints, one of each organisation in turn. Each must be given to `finish` or `putBack`. */
  take(max: number): PendingEndpoint[];
  /** Adds endpoints again, at the end of the queue. */
  putBack(endpoints: readonly PendingEndpoint[]): void;
  size(): number;
  /** Returns the queued endpoints whose organisation is unknown. */
  withoutOrganisation(): string[];
  /** Remembers the organisation of an endpoint, which never changes. */
  setOrganisation(endpointId: string, organisationId: string): void;
}

/** Organisations that are remembered; beyond that they are looked up again. */
const maxRemembered = 50_000;

/**
 * Creates a queue with each endpoint once. Organisations take turns, and the endpoints of one organisation are served in the
 * order of arrival, so that many endpoints of one organisation do not delay the others.
 */
export function createPendingEndpoints(): PendingEndpoints {
  const organisations = new Map<string, string>();
  /** Organisation → endpoint. An endpoint whose organisation is not known is queued as an organisation of its own. */
  const queues = new Map<string, Map<string, PendingEndpoint>>();
  const queueKeyOf = (endpointId: string) => organisations.get(endpointId) ?? endpointId;
  let size = 0;

  function findOrAdd(endpointId: string): PendingEndpoint {
    const key = queueKeyOf(endpointId);
    const queue = queues.get(key) ?? new Map<string, PendingEndpoint>();
    queues.set(key, queue);
    let endpoint = queue.get(endpointId);
    if (endpoint === undefined) {
      endpoint = { endpointId, deliveryIds: new Set(), onDone: [] };
      queue.set(endpointId, endpoint);
      size += 1;
    }
    return endpoint;
  }

  function remove(key: string, endpointId: string): PendingEndpoint | undefined {
    const queue = queues.get(key);
    const endpoint = queue?.get(endpointId);
    if (queue === undefined || endpoint === undefined) return undefined;
    queue.delete(endpointId);
    size -= 1;
    if (queue.size === 0) queues.delete(key);
    return endpoint;
  }

  function takeNext(): PendingEndpoint {
    const [key, queue] = queues.entries().next().value!;
    const endpoint = remove(key, queue.keys().next().value!)!;
    // The organisation's next turn comes after the others'.
    if (queues.delete(key)) queues.set(key, queue);
    return endpoint;
  }

  function putBack({ endpointId, deliveryIds, onDone }: PendingEndpoint): void {
    const endpoint = findOrAdd(endpointId);
    for (const id of deliveryIds) endpoint.deliveryIds.add(id);
    endpoint.onDone.push(...onDone);
  }

  return {
    add(endpointId, deliveryId) {
      const endpoint = findOrAdd(endpointId);
      if (deliveryId !== undefined) endpoint.deliveryIds.add(deliveryId);
      return new Promise((resolve) => void endpoint.onDone.push(resolve));
    },
    take: (max) => Array.from({ length: Math.min(max, size) }, takeNext),
    putBack: (endpoints) => endpoints.forEach(putBack),
    size: () => size,
    withoutOrganisation: () =>
      [...queues.keys()].filter((key) => queues.get(key)!.has(key) && !organisations.has(key)),
    setOrganisation(endpointId, organisationId) {
      if (organisations.size >= maxRemembered) organisations.clear();
      const endpoint = remove(queueKeyOf(endpointId), endpointId);
      organisations.set(endpointId, organisationId);
      if (endpoint !== undefined) putBack(endpoint);
    },
  };
}

/** Tells those who wait for the endpoints that they have been looked at. */
export function finish(endpoints: readonly PendingEndpoint[]): void {
  for (const { onDone } of endpoints) for (const resolve of onDone) resolve();
}
