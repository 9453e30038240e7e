import type { Client, Details, Key, Served } from '@bunting/client';
import { getInitialClient } from './offline-client.ts';

/** A variable as one component reads it. */
export interface Reading<T> {
  /** Called in an effect. Counts and exposes what is shown from then on, and returns what ends it. */
  readonly subscribe: (notify: () => void) => () => void;
  /** Returns the details at present, as the same object while they are equal. */
  details(): Details<T>;
  /** Returns the details that the server rendered, with which the page hydrates. */
  serverDetails(): Details<T>;
}

/** Reads a variable while components render, and exposes it when they are shown. */
export function createReading<K extends Key, T>(client: Client, key: K, fallback: T): Reading<Served<K, T>> {
  let wasRead = false;
  const get = (from: Client, options: { expose?: false }) =>
    from.details(key, fallback as never, options) as Details<Served<K, T>>;

  function expose(): void {
    get(client, {});
    wasRead = true;
    void Promise.resolve().then(() => (wasRead = false));
  }
  return {
    details: keepIdentity(() => get(client, { expose: false })),
    serverDetails: keepIdentity(() => get(getRenderedClient(client), { expose: false })),
    subscribe(notify) {
      // Strict mode subscribes twice in one turn, and that is one read.
      if (!wasRead) expose();
      const ends = [
        client.on('change', (keys) => {
          if (!keys.includes(key.toLowerCase())) return;
          expose();
          notify();
        }),
        // Another user may get the same value, and has not been exposed to it.
        client.on('status', () => {
          if (!wasRead) expose();
          notify();
        }),
      ];
      return () => ends.forEach((end) => end());
    },
  };
}

/**
 * Returns the client to render on the server and to hydrate with. On the server it is the client itself, which becomes the
 * bootstrap of the page.
 */
export function getRenderedClient(client: Client): Client {
  return 'document' in globalThis ? getInitialClient(client) : client;
}

/**
 * Returns the same object while it is equal: `useSyncExternalStore` renders endlessly if each snapshot is a new
 * object.
 */
function keepIdentity<T extends object>(get: () => T): () => T {
  let last: T | undefined;
  return () => {
    const next = get();
    const members = Object.keys({ ...last, ...next }) as (keyof T)[];
    if (!last || members.some((each) => last![each] !== next[each])) last = next;
    return last;
  };
}
