import type { Details } from '../values/to-details.ts';
import type { Evaluations, User } from '@bunting/sdk-core';
import type { TrackOptions } from '../events/make-event.ts';
import type { Key, FallbackOf, Served, ValueOf } from '../values/variables.ts';

/** Asks the service for each user. Nothing of it throws or rejects. */
export interface ServerClient {
  /** The value, or the fallback where there is none of its type. */
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
  /** The values by key; null = none is served. */
  values<K extends Key>(keys: readonly K[], user: User | null): Promise<{ [P in K]: ValueOf<P> | null }>;
  /** The same for one user, which remembers the results: make one for each request that you answer. */
  forUser(user: User | null): UserClient;
  /** What a page of this user starts from. Name its keys: without `keys` it is all that the key of this client may see. */
  evaluations(user: User | null, options?: { keys?: Key[] | undefined }): Promise<Evaluations>;
  track(event: string, user: User | null, options?: TrackOptions): void;
  /** Sends the events that wait. True = nothing is left. */
  flush(): Promise<boolean>;
  /** Sends what is left within two seconds. */
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
