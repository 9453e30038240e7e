import type { Evaluations, User } from './evaluations.ts';
import type { Key, SomeValues } from './variables.ts';

/** What went wrong. */
export interface BuntingError {
  /**
   * `options`: the client was made with wrong options, and gives fallbacks. `unavailable`: no answer, or none that can be read. `refused`: key or organisation (401, 403). `over_cap`: the
   * month's users. `limited`: too many requests (429).
   * `invalid`: the service does not accept the request (400, 413). `events`: events were lost or cannot be sent. `type_mismatch`: a value
   * is of another type than its fallback. `key`: the key is no client key. `application`: a function of the application threw, or what it
   * gave is no JSON.
   */
  code:
    | 'options'
    | 'unavailable'
    | 'refused'
    | 'over_cap'
    | 'limited'
    | 'invalid'
    | 'events'
    | 'type_mismatch'
    | 'key'
    | 'application';
  message: string;
}

/** What the client needs of `localStorage`. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** What the client passes to `fetch`. */
export interface FetchInit {
  method: 'POST';
  body: string;
  signal?: Signal;
  credentials: 'omit';
  keepalive: boolean;
}

/** What the client reads of an answer. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** `AbortSignal`, where the application's types know it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : object;

/** What `createClient` is given. */
export interface ClientOptions {
  /** Bunting's address, such as `https://flags.shop.example`; in a page also a path of its own site, such as `/flags`. */
  url: string;
  /** A client key. */
  key: string;
  user?: User | null | undefined;
  /** Of the user, made by your server, where users must be signed. */
  userSignature?: string | undefined;
  /**
   * What a server evaluated for this user: values at once, and no first request. Where its `user_hash` is that of another user, it is for the
   * first paint only. What is no result of an evaluation is ignored.
   */
  bootstrap?: Evaluations | undefined;
  /** Ask for these variables alone. */
  keys?: readonly Key[] | undefined;
  /** Whether to be told of changes; `auto` (the default): while there is a listener for them. */
  stream?: 'auto' | boolean | undefined;
  /** Ask this often; 0 (the default) = never. */
  pollIntervalMs?: number | undefined;
  /** `hold`: values stay until `refresh()` or `identify()`. Default: `live`. */
  updates?: 'live' | 'hold' | undefined;
  /** Where values wait for the next visit; `localStorage` unless given. */
  storage?: KeyValueStorage | false | undefined;
  /** How old stored values may be; 30 days unless given. */
  storageMaxAgeMs?: number | undefined;
  /** An id of this device in `custom_data.anonymous_id`: true keeps a random one in the storage. Default: false. */
  anonymousId?: boolean | string | undefined;
  /** Which first reads are sent as the event `exposure`; those where a split or rollout decided (`split`) unless given. */
  exposures?: 'split' | 'all' | 'off' | undefined;
  /** Whether to ask for traces of events before sending them. Default: true. */
  verifyEvents?: boolean | undefined;
  /** Values for local development and tests. */
  overrides?: SomeValues | undefined;
  /** Never asks the network. */
  offline?: boolean | undefined;
  /** How long a request may take; 5,000 unless given. */
  timeoutMs?: number | undefined;
  fetch?: Fetch | undefined;
  /** Told of failures; `console.warn` unless given. */
  onError?: ((error: BuntingError) => void) | undefined;
}
