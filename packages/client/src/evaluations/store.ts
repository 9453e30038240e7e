import { type Evaluations, hashText, type WireEvent } from '@bunting/sdk-core';
import type { KeyValueStorage } from '../public/options.ts';

/** The stored data of a client, which the next visit finds. */
export interface Stored {
  /** The evaluations of each user, by the hash of the user; the newest first. */
  users?: [hash: string, StoredUser][];
  /** Reads that were not sent yet. */
  reads?: Record<string, number>;
  /** Events that could not be sent when the page was closed. */
  events?: WireEvent[];
  anonymousId?: string;
}

interface StoredUser {
  readonly at: number;
  readonly etag?: string | null | undefined;
  readonly evaluations: Evaluations;
}

/** The stored data. */
export interface Store {
  /** Reads, changes and writes the data at once, because other tabs write, too. Data that cannot be read is dropped. */
  readonly update: (change: (stored: Stored) => unknown) => void;
}

/**
 * Returns the text to store: it begins with a hash of the data. Another script of the page may write anything, and another release another form:
 * if you change the form of `Stored`, change the number.
 */
const seal = (json: string) => `${hashText(`1${json}`)}\n${json}`;

/** Creates a store over one item of a storage. Where the storage throws, is full or absent, the data is in memory. */
export function createStore(getStorage: () => KeyValueStorage | false | undefined, name: string): Store {
  let memory: Stored = {};
  let storage: KeyValueStorage | false | undefined;
  try {
    storage = getStorage();
  } catch {
    // A browser may forbid access to its storage.
  }

  return {
    update(change) {
      try {
        const text = (storage as KeyValueStorage).getItem(name)!;
        const json = text.split('\n')[1]!;
        if (text === seal(json)) memory = JSON.parse(json) as Stored;
      } catch {
        // There is no storage, nothing in it, or something else: use the memory.
      }
      change(memory);
      try {
        (storage as KeyValueStorage).setItem(name, seal(JSON.stringify(memory)));
      } catch {
        storage = undefined;
      }
    },
  };
}
