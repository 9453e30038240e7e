import type { Evaluations, Reason, User } from './evaluations.ts';
import type { Key, FallbackOf, Served } from './variables.ts';

/**
 * `loading`: nothing was answered yet. `ready`: the values are the service's, and changes arrive if somebody wants them. `stale`: there are
 * values, and the last request failed, they are of the storage or of another user's bootstrap, or changes do not arrive at the moment.
 * `failed`: there are none, so reading gives fallbacks.
 */
export type Status = 'loading' | 'ready' | 'stale' | 'failed' | 'closed';

/** A value and how it came about. */
export interface Details<T> {
  value: T;
  /** null = nothing was served. */
  variation: string | null;
  reason: Reason | null;
  feature: string | null;
  isFallback: boolean;
  source: 'network' | 'storage' | 'bootstrap' | 'local' | 'override' | 'fallback';
  /** Why the value is the fallback. Absent if the variable has no value for this user. */
  error?: 'not_loaded' | 'not_found' | 'type_mismatch';
}

/** What `track` may be given. */
export interface TrackOptions {
  /** The variables that the event counts for. Absent: those whose exposure was recorded. */
  variable?: Key | readonly Key[] | undefined;
  value?: number | undefined;
  /** The present, unless given. */
  occurredAt?: Date | undefined;
}

/** The variables of one user at a time. Nothing that it does throws or rejects. */
export interface Client {
  readonly status: Status;
  /** What it was given to start from, whatever was loaded since; a server has rendered that. */
  readonly bootstrap: Evaluations | undefined;
  /**
   * Resolves when the first request for the current user has ended, well or not, after `timeoutMs` at the latest (the client's `timeoutMs`
   * unless given).
   */
  ready(options?: { timeoutMs?: number | undefined }): Promise<Status>;
  /** The value of a variable, at once. Keys compare without case. */
  value<K extends Key, T extends FallbackOf<K>>(key: K, fallback: T): Served<K, T>;
  /**
   * The value and where it comes from. `expose: false` reads without counting, reporting or recording an exposure, for libraries that read
   * while they render.
   */
  details<K extends Key, T extends FallbackOf<K>>(
    key: K,
    fallback: T,
    options?: { expose?: boolean | undefined },
  ): Details<Served<K, T>>;
  /** All values, to be passed on as `bootstrap`. Records no exposure. */
  all(): Evaluations;
  /** Makes somebody else the user; null is anonymous. Resolves when the service has answered, or has failed to. */
  identify(user: User | null, options?: { signature?: string | undefined }): Promise<Status>;
  /** Asks the service again, also while it would wait after a failure. */
  refresh(): Promise<Status>;
  /** Records an event of the current user. */
  track(event: string, options?: TrackOptions): void;
  /** Replaces the value of a variable in this client; undefined ends it. */
  override<K extends Key>(key: K, value: FallbackOf<K> | undefined): void;
  /** Called with the keys whose value or variation differs, never with none. Returns what ends it. */
  on(event: 'change', listener: (keys: readonly string[]) => void): () => void;
  on(event: 'status', listener: (status: Status) => void): () => void;
  /** Sends the events that wait. Resolves with whether none is left. */
  flush(): Promise<boolean>;
  /** Sends or keeps what waits, and ends everything: nothing is called afterwards. A later `on` opens the client again. */
  close(): Promise<void>;
}
