import type { Details, Evaluations, TrackOptions as TrackOptionsOf, User } from '@bunting/sdk-core';
import type { Key, FallbackOf, Served } from './variables.ts';

/**
 * `loading`: the first request is under way. `ready`: the values are current, and changes arrive if there are listeners. `stale`: there are values,
 * but the last request failed, they come from the storage or another user's bootstrap, or changes do not arrive at the moment. `failed`: there are no
 * values, so reads return fallbacks.
 */
export type Status = 'loading' | 'ready' | 'stale' | 'failed' | 'closed';

/** The options of `track`. */
export type TrackOptions = TrackOptionsOf<Key>;

/** A client for one user at a time. Its methods neither throw nor reject. */
export interface Client {
  readonly status: Status;
  /** The option `bootstrap`, whatever was loaded since: a server has rendered these values. */
  readonly bootstrap: Evaluations | undefined;
  /**
   * Resolves when the first request for the current user has succeeded or failed, after `timeoutMs` at the latest. Default: the client's `timeoutMs`.
   */
  ready(options?: { timeoutMs?: number | undefined }): Promise<Status>;
  /** Returns the value of a variable, at once. Keys compare without case. */
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Served<K, T>;
  /**
   * Returns the value and where it comes from. `expose: false` neither counts the read nor records an exposure nor reports errors, for libraries that
   * read while they render.
   */
  details<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    options?: { expose?: boolean | undefined },
  ): Details<Served<K, T>>;
  /** Returns all values, which can be passed on as `bootstrap`. Records no exposure. */
  all(): Evaluations;
  /** Changes the user; null is anonymous. Resolves when the request for their values has succeeded or failed. */
  identify(user: User | null, options?: { signature?: string | undefined }): Promise<Status>;
  /** Requests the values again, even during the backoff after a failure. */
  refresh(): Promise<Status>;
  /** Records an event of the current user. */
  track(event: string, options?: TrackOptions): void;
  /** Replaces the value of a variable in this client; undefined removes the override. */
  override<K extends Key>(key: K, value: FallbackOf<K> | undefined): void;
  /** Calls the listener with the keys whose value or variation changed, never with none. Returns the function that unsubscribes. */
  on(event: 'change', listener: (keys: readonly string[]) => void): () => void;
  on(event: 'status', listener: (status: Status) => void): () => void;
  /** Sends the queued events. Resolves with true if none is left. */
  flush(): Promise<boolean>;
  /** Sends or stores the queued events and closes the client: no listener is called afterwards. A later `on` opens it again. */
  close(): Promise<void>;
}
