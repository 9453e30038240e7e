import type { Evaluations } from '../public/evaluations.ts';
import type { KeyValueStorage } from '../public/options.ts';
import type { WireEvent } from '../events/wire-event.ts';

/** What the next visit finds. */
export interface Stored {
  /** By the hash of the user; the newest first. */
  users?: [hash: string, StoredUser][];
  /** Reads that no request has carried yet. */
  reads?: Record<string, number>;
  /** Events that could not be sent when the page was left. */
  events?: WireEvent[];
  anonymousId?: string;
}

interface StoredUser {
  readonly at: number;
  readonly etag?: string | null | undefined;
  readonly evaluations: Evaluations;
}

export interface Store {
  /** Reads, changes and writes at once, because other tabs write too. What cannot be read is dropped. */
  readonly update: (change: (stored: Stored) => unknown) => void;
}

/** One item of a storage. Where the storage throws, is full or absent, the values are in memory. */
export function createStore(storageOf: () => KeyValueStorage | false | undefined, name: string): Store {
  let memory: Stored = {};
  let storage: KeyValueStorage | false | undefined;
  try {
    storage = storageOf();
  } catch {
    // A browser may forbid even to look.
  }

  function read(): Stored {
    try {
      memory = Object(JSON.parse((storage as KeyValueStorage).getItem(name)!) ?? memory) as Stored;
    } catch {
      // There is no storage, or something else wrote here: the memory counts.
    }
    return memory;
  }
  return {
    update(change) {
      try {
        change(read());
      } catch {
        // Somebody else's JSON: it begins anew.
        change((memory = {}));
      }
      try {
        (storage as KeyValueStorage).setItem(name, JSON.stringify(memory));
      } catch {
        storage = undefined;
      }
    },
  };
}
