import type { Details } from '../values/to-details.ts';
import type { Evaluations, User } from '@bunting/sdk-core';
import type { TrackOptions } from '../events/make-event.ts';
import type { Key, FallbackOf, Served, ValueOf } from '../values/variables.ts';

/** A client that sends a request for each user. Its methods neither throw nor reject. */
export interface ServerClient {
  /** Returns the value, or the fallback if there is none of its type. */
  value<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    user: User | null,
  ): Promise<Served<K, T>>;
  details<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    user: User | null,
  ): Promise<Details<Served<K, T>>>;
  /** Returns the values by key; null = none is served. */
  values<K extends Key>(keys: readonly K[], user: User | null): Promise<{ [P in K]: ValueOf<P> | null }>;
  /** Returns a client for one user, which remembers results: make one for each request that you answer. */
  forUser(user: User | null): UserClient;
  /** Returns the evaluations that a page of this user starts from. Pass `keys`: without them it is everything that this key may read. */
  evaluations(user: User | null, options?: { keys?: Key[] | undefined }): Promise<Evaluations>;
  track(event: string, user: User | null, options?: TrackOptions): void;
  /** Sends the queued events. Resolves with true if none is left. */
  flush(): Promise<boolean>;
  /** Sends the queued events within two seconds, and closes the client. */
  close(): Promise<void>;
}

/** A client for one user. */
export interface UserClient {
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Promise<Served<K, T>>;
  details<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Promise<Details<Served<K, T>>>;
  values<K extends Key>(keys: readonly K[]): Promise<{ [P in K]: ValueOf<P> | null }>;
  evaluations(options?: { keys?: Key[] | undefined }): Promise<Evaluations>;
  track(event: string, options?: TrackOptions): void;
}
