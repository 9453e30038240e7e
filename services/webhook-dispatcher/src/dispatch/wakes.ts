/** An endpoint that may have something due, and who waits until it has been looked at. */
export interface Wake {
  readonly endpointId: string;
  /** Deliveries that jobs named. */
  readonly named: Set<string>;
  readonly settle: (() => void)[];
}

export interface PendingEndpoints {
  /** Resolves when the endpoint has been looked at. */
  add(endpointId: string, deliveryId?: string): Promise<void>;
  /** The first of each organisation in turn, up to `most`. Each is to be settled or put back. */
  take(most: number): Wake[];
  /** Behind the others. */
  putBack(wakes: readonly Wake[]): void;
  size(): number;
  /** Endpoints that wait and whose organisation nobody has told. */
  strangers(): string[];
  /** An endpoint stays with its organisation for ever. */
  introduce(endpointId: string, organisationId: string): void;
}

/** Who comes later is asked for anew. */
const maxRemembered = 50_000;

/**
 * Endpoints to look at, each once: organisations take turns, and endpoints of one organisation come in the order in which they
 * came, so that a crowd of one organisation's endpoints is no queue for the others.
 */
export function createPendingEndpoints(): PendingEndpoints {
  const organisations = new Map<string, string>();
  /** Organisation → endpoint → wake. Who is not known yet is an organisation of its own. */
  const waiting = new Map<string, Map<string, Wake>>();
  const keyOf = (endpointId: string) => organisations.get(endpointId) ?? endpointId;
  let size = 0;

  function find(endpointId: string): Wake {
    const key = keyOf(endpointId);
    const own = waiting.get(key) ?? new Map<string, Wake>();
    waiting.set(key, own);
    let wake = own.get(endpointId);
    if (wake === undefined) {
      wake = { endpointId, named: new Set(), settle: [] };
      own.set(endpointId, wake);
      size += 1;
    }
    return wake;
  }

  function remove(key: string, endpointId: string): Wake | undefined {
    const own = waiting.get(key);
    const wake = own?.get(endpointId);
    if (own === undefined || wake === undefined) return undefined;
    own.delete(endpointId);
    size -= 1;
    if (own.size === 0) waiting.delete(key);
    return wake;
  }

  function takeNext(): Wake {
    const [key, own] = waiting.entries().next().value!;
    const wake = remove(key, own.keys().next().value!)!;
    // Behind the others, until its next turn.
    if (waiting.delete(key)) waiting.set(key, own);
    return wake;
  }

  function putBack({ endpointId, named, settle }: Wake): void {
    const wake = find(endpointId);
    for (const id of named) wake.named.add(id);
    wake.settle.push(...settle);
  }

  return {
    add(endpointId, deliveryId) {
      const wake = find(endpointId);
      if (deliveryId !== undefined) wake.named.add(deliveryId);
      return new Promise((resolve) => void wake.settle.push(resolve));
    },
    take: (most) => Array.from({ length: Math.min(most, size) }, takeNext),
    putBack: (wakes) => wakes.forEach(putBack),
    size: () => size,
    strangers: () =>
      [...waiting.keys()].filter((key) => waiting.get(key)!.has(key) && !organisations.has(key)),
    introduce(endpointId, organisationId) {
      if (organisations.size >= maxRemembered) organisations.clear();
      const wake = remove(keyOf(endpointId), endpointId);
      organisations.set(endpointId, organisationId);
      if (wake !== undefined) putBack(wake);
    },
  };
}

export function settleAll(wakes: readonly Wake[]): void {
  for (const { settle } of wakes) for (const resolve of settle) resolve();
}
