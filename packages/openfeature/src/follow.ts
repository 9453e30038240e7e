/** A client that has a state: that of pages, and the local one of servers. */
export interface StatefulClient {
  readonly status: 'loading' | 'ready' | 'stale' | 'failed' | 'closed';
  on(event: 'change', listener: (keys: readonly string[]) => void): () => void;
  on(event: 'status', listener: () => void): () => void;
}

/** As much as is used of the SDKs' emitters, whose types know the events of one SDK each. */
interface Emitter {
  emit(event: never, details: never): void;
}

/**
 * Waits for the start of the client, afterwards for its changes of user. Rejects where there is nothing to serve, as the SDK wants it.
 * Meanwhile the SDK is told of nothing: it says itself that it is reconciling, and when that is over.
 */
export type Settle = (begin: () => Promise<unknown>) => Promise<void>;

const eventNames: Readonly<Record<string, string>> = {
  ready: 'PROVIDER_READY',
  stale: 'PROVIDER_STALE',
  failed: 'PROVIDER_ERROR',
};

const message = 'Not loaded';

/**
 * Tells the SDK what becomes of a client, which starts in this turn of the event loop.
 * @param failure the code of the error where there is nothing to serve
 */
export function follow(
  client: StatefulClient,
  events: Emitter,
  failure: () => 'GENERAL' | 'PROVIDER_FATAL',
): Settle {
  /** The event that the SDK waits for. */
  let awaited: unknown;
  let isStarting = true;
  /** True while the SDK allows evaluations. */
  let isServing = false;

  const emit = events.emit.bind(events) as (event: string, details: object) => void;
  function onStatus(): void {
    const { status } = client;
    const event = eventNames[status];
    // Stored values are served while the service is asked.
    if (!event || (awaited && (isServing || status !== 'stale'))) return;
    isServing = true;
    emit(event, status === 'failed' ? { errorCode: failure(), message } : {});
  }
  client.on('status', onStatus);
  client.on('change', (keys) => {
    if (!awaited || (isStarting && isServing)) {
      emit('PROVIDER_CONFIGURATION_CHANGED', { flagsChanged: [...keys] });
    }
  });
  // Handlers of the application are there when the SDK's own call has ended.
  queueMicrotask(onStatus);
  return async (begin) => {
    isStarting &&= !awaited;
    // To begin may call the listeners.
    awaited = begin;
    awaited = begin();
    // A later change takes the place of an earlier one, whose answer nobody needs.
    for (let last; awaited !== last; await last) last = awaited;
    awaited = undefined;
    isStarting = false;
    isServing = true;
    const { status } = client;
    if (status === 'failed' || status === 'loading') {
      throw Object.assign(new Error(message), { code: failure() });
    }
    // The SDK takes a provider for ready whose promise is fulfilled.
    if (status === 'stale') setTimeout(onStatus);
  };
}
