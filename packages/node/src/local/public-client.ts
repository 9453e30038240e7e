import type { Details } from '../values/to-details.ts';
import type { Evaluations, User } from '@bunting/sdk-core';
import type { TrackOptions } from '../events/make-event.ts';
import type { ServerClientOptions } from '../options/read-options.ts';
import type { Key, FallbackOf, Served, ValueOf } from '../values/variables.ts';

/** What `createLocalClient` is given. The key is a datafile key. */
export interface LocalClientOptions extends ServerClientOptions {
  /** Where the last datafile is kept, from which a process starts when the service is away. Absent = nowhere. */
  file?: string | undefined;
  /** Variables that the service is asked for all the same, so that their events are verified. */
  remote?: readonly Key[] | undefined;
  /** Whether changes are announced by the stream; false = it polls every 30 seconds. Absent = true. */
  stream?: boolean | undefined;
}

/**
 * `loading`: there is no datafile yet. `ready`: it is the service's. `stale`: it is the last known one. `failed`: there is none, so reading
 * gives fallbacks.
 */
export type Status = 'loading' | 'ready' | 'stale' | 'failed' | 'closed';

/** Evaluates in this process. Nothing of it throws or rejects. */
export interface LocalClient {
  readonly status: Status;
  /** Resolves when the first request for the datafile has ended, well or not, after `timeoutMs` (10,000 unless given) at the latest. */
  ready(options?: { timeoutMs?: number | undefined }): Promise<Status>;
  /** The value, or the fallback where there is none of its type; at once. */
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T, user: User | null): Served<K, T>;
  details<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    user: User | null,
  ): Details<Served<K, T>>;
  /** The values by key; null = none is served. */
  values<K extends Key>(keys: readonly K[], user: User | null): { [P in K]: ValueOf<P> | null };
  /** What a page of this user starts from: client variables, or those of `keys`. */
  evaluations(user: User | null, options?: { keys?: readonly Key[] | undefined }): Evaluations;
  /** The same for one user. It reads the user once, and knows what was read, for `track` without `variable`. */
  forUser(user: User | null): LocalUserClient;
  track(event: string, user: User | null, options?: TrackOptions): void;
  /** Called with the keys whose values may differ from now on. Returns what ends it. */
  on(event: 'change', listener: (keys: readonly string[]) => void): () => void;
  on(event: 'status', listener: (status: Status) => void): () => void;
  /** Sends the events and counts that wait. True = no event is left. */
  flush(): Promise<boolean>;
  /** Sends what is left within two seconds, and ends everything. */
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
