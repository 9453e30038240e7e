import type { Evaluations } from '../public/evaluations.ts';
import type { KeyValueStorage } from '../public/options.ts';
import { hashOf } from '../hash-of.ts';
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

/**
 * What is stored begins with its hash. Another script of the page may write anything, and another release what this one does not expect:
 * whoever changes the form of `Stored` changes the number.
 */
const seal = (json: string) => `${hashOf(`1${json}`)}\n${json}`;

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
      const text = (storage as KeyValueStorage).getItem(name)!;
      const json = text.split('\n')[1]!;
      if (text === seal(json)) memory = JSON.parse(json) as Stored;
    } catch {
      // There is no storage, or nothing in it: the memory counts, as where something else wrote here.
    }
    return memory;
  }
  return {
    update(change) {
      change(read());
      try {
        (storage as KeyValueStorage).setItem(name, seal(JSON.stringify(memory)));
      } catch {
        storage = undefined;
      }
    },
  };
}
