/** An endpoint that may have something due, and who waits until it has been looked at. */
export interface Wake {
  readonly endpointId: string;
  /** Deliveries that jobs named. */
  readonly named: Set<string>;
  readonly settle: (() => void)[];
}

export interface Wakes {
  /** Resolves when the endpoint has been looked at. */
  add(endpointId: string, deliveryId?: string): Promise<void>;
  /** The first, up to `most`. Each is to be settled or put back. */
  take(most: number): Wake[];
  /** Behind the others. */
  putBack(wakes: readonly Wake[]): void;
  size(): number;
}

/** Endpoints to look at, each once, in the order in which they came. */
export function createWakes(): Wakes {
  const waiting = new Map<string, Wake>();

  function find(endpointId: string): Wake {
    const found = waiting.get(endpointId) ?? { endpointId, named: new Set(), settle: [] };
    waiting.set(endpointId, found);
    return found;
  }

  return {
    add(endpointId, deliveryId) {
      const wake = find(endpointId);
      if (deliveryId !== undefined) wake.named.add(deliveryId);
      return new Promise((resolve) => void wake.settle.push(resolve));
    },
    take(most) {
      const taken = [...waiting.values()].slice(0, most);
      for (const { endpointId } of taken) waiting.delete(endpointId);
      return taken;
    },
    putBack(wakes) {
      for (const { endpointId, named, settle } of wakes) {
        const wake = find(endpointId);
        for (const id of named) wake.named.add(id);
        wake.settle.push(...settle);
      }
    },
    size: () => waiting.size,
  };
}

export function settleAll(wakes: readonly Wake[]): void {
  for (const { settle } of wakes) for (const resolve of settle) resolve();
}
