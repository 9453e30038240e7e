import type { Evaluations, User } from '@bunting/sdk-core';
import type { Key, SomeValues } from './variables.ts';

/** An error that the client reports. */
export interface BuntingError {
  /**
   * `options`: wrong options; the client returns fallbacks. `unavailable`: no answer, or none that can be read. `refused`: key or organisation
   * (401, 403). `over_cap`: the plan's users of this month are used up. `limited`: too many requests (429). `invalid`: Bunting rejects the request
   * (400, 413). `events`: events were lost or cannot be sent. `type_mismatch`: a value has another type than its fallback. `key`: the key is no
   * client key. `application`: a function of the application threw, or a value of it cannot be written as JSON.
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

/** The part of `localStorage` that the client uses. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

/** The options that the client passes to `fetch`. */
export interface FetchInit {
  method: 'POST';
  body: string;
  signal?: Signal;
  credentials: 'omit';
  keepalive: boolean;
}

/** The part of a response that the client reads. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}

/** `AbortSignal`, if the application's types have it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : object;

/** The options of `createClient`. */
export interface ClientOptions {
  /** The URL of Bunting, such as `https://flags.shop.example`; in a page also a path of its own site, such as `/flags`. */
  url: string;
  /** A client key. */
  key: string;
  user?: User | null | undefined;
  /** The signature of the user, made by your server. Required where users must be signed. */
  userSignature?: string | undefined;
  /**
   * The evaluations that your server made for this user: values at once, and no first request. If its `user_hash` is that of another user, it is
   * used for the first paint only. Anything that is no result of an evaluation is ignored.
   */
  bootstrap?: Evaluations | undefined;
  /** The variables to request. Default: all. */
  keys?: readonly Key[] | undefined;
  /** Receive changes by a stream. `auto` (the default): while there is a listener for them. */
  stream?: 'auto' | boolean | undefined;
  /** Poll at this interval; 0 (the default) = never. */
  pollIntervalMs?: number | undefined;
  /** `hold`: values change only with `refresh()` or `identify()`. Default: `live`. */
  updates?: 'live' | 'hold' | undefined;
  /** The storage that keeps values for the next visit. Default: `localStorage`. */
  storage?: KeyValueStorage | false | undefined;
  /** The maximum age of stored values. Default: 30 days. */
  storageMaxAgeMs?: number | undefined;
  /** The id of this device, sent as `custom_data.anonymous_id`; true = a random one, kept in the storage. Default: false. */
  anonymousId?: boolean | string | undefined;
  /** The first reads that are sent as the event `exposure`. Default: `split`, those where a split or rollout decided. */
  exposures?: 'split' | 'all' | 'off' | undefined;
  /** Request traces for events before they are sent. Default: true. */
  verifyEvents?: boolean | undefined;
  /** Values for local development and tests. */
  overrides?: SomeValues | undefined;
  /** Sends no requests. */
  offline?: boolean | undefined;
  /** The time-out of a request. Default: 5,000. */
  timeoutMs?: number | undefined;
  fetch?: Fetch | undefined;
  /** Called with errors. Default: `console.warn`. */
  onError?: ((error: BuntingError) => void) | undefined;
}
