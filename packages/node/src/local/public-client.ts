import type { Details } from '../values/to-details.ts';
import type { Evaluations, User } from '@bunting/sdk-core';
import type { TrackOptions } from '../events/make-event.ts';
import type { ServerClientOptions } from '../options/read-options.ts';
import type { Key, FallbackOf, Served, ValueOf } from '../values/variables.ts';

/** The options of `createLocalClient`. The key is a datafile key. */
export interface LocalClientOptions extends ServerClientOptions {
  /** The path of a copy of the last datafile, from which a process starts when the service is unavailable. Default: no copy. */
  file?: string | undefined;
  /** Variables that the service evaluates all the same, so that their events are verified. */
  remote?: readonly Key[] | undefined;
  /** Receive changes by a stream; false = poll every 30 seconds. Default: true. */
  stream?: boolean | undefined;
}

/**
 * `loading`: there is no datafile yet. `ready`: the datafile is current. `stale`: it is the last known one. `failed`: there is none, so reads return
 * fallbacks.
 */
export type Status = 'loading' | 'ready' | 'stale' | 'failed' | 'closed';

/** A client that evaluates in this process. Its methods neither throw nor reject. */
export interface LocalClient {
  readonly status: Status;
  /** Resolves when the first request for the datafile has succeeded or failed, after `timeoutMs` at the latest. Default: 10,000. */
  ready(options?: { timeoutMs?: number | undefined }): Promise<Status>;
  /** Returns the value, or the fallback if there is none of its type; at once. */
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T, user: User | null): Served<K, T>;
  details<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    user: User | null,
  ): Details<Served<K, T>>;
  /** Returns the values by key; null = none is served. */
  values<K extends Key>(keys: readonly K[], user: User | null): { [P in K]: ValueOf<P> | null };
  /** Returns the evaluations that a page of this user starts from: client variables, or those of `keys`. */
  evaluations(user: User | null, options?: { keys?: readonly Key[] | undefined }): Evaluations;
  /** Returns a client for one user. It reads the user once, and remembers the reads, for `track` without `variable`. */
  forUser(user: User | null): LocalUserClient;
  track(event: string, user: User | null, options?: TrackOptions): void;
  /** Calls the listener with the keys whose values may have changed. Returns the function that unsubscribes. */
  on(event: 'change', listener: (keys: readonly string[]) => void): () => void;
  on(event: 'status', listener: (status: Status) => void): () => void;
  /** Sends the queued events and counts. Resolves with true if no event is left. */
  flush(): Promise<boolean>;
  /** Sends the queued events and counts within two seconds, and closes the client. */
  close(): Promise<void>;
}

/** A local client for one user. */
export interface LocalUserClient {
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Served<K, T>;
  details<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Details<Served<K, T>>;
  values<K extends Key>(keys: readonly K[]): { [P in K]: ValueOf<P> | null };
  evaluations(options?: { keys?: readonly Key[] | undefined }): Evaluations;
  track(event: string, options?: TrackOptions): void;
}
