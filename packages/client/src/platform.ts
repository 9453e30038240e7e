import type { Fetch, KeyValueStorage, Signal } from './public/options.ts';

/** The parts of a browser, or of another JavaScript runtime, that the client uses. Optional members may be missing. */
export interface Platform {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly AbortController: new () => AbortControllerLike;
  readonly crypto?: { randomUUID?(): string };
  /** Absent outside pages and their workers. */
  readonly location?: { readonly href: string };
  readonly console: { warn(message: string): void };
  readonly fetch?: Fetch;
  readonly localStorage?: KeyValueStorage;
  readonly EventSource?: new (url: string) => EventSourceLike;
  readonly BroadcastChannel?: new (name: string) => BroadcastChannelLike;
  readonly navigator?: { readonly locks?: LockManagerLike; sendBeacon?(url: string, text: string): boolean };
  readonly document?: EventTargetLike & { readonly visibilityState: string };
  readonly addEventListener?: EventTargetLike['addEventListener'];
}

/** The used part of `AbortController`. */
export interface AbortControllerLike {
  readonly signal: Signal & { readonly aborted: boolean };
  abort(): void;
}

/** The used part of `EventTarget`. */
export interface EventTargetLike {
  addEventListener(type: string, listener: () => unknown, options: { signal: Signal }): void;
}

/** The used part of `EventSource`. */
export interface EventSourceLike {
  /** 2 = closed: it does not reconnect. */
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: string; readonly lastEventId: string }) => void) | null;
  close(): void;
}

/** The used part of `BroadcastChannel`. */
export interface BroadcastChannelLike {
  onmessage: ((event: { readonly data: unknown }) => unknown) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** The used part of `LockManager`. */
export interface LockManagerLike {
  request(
    name: string,
    /** `steal` takes the lock away from its holder. */
    options: { signal: Signal } | { steal: true },
    callback: () => Promise<void>,
  ): Promise<unknown>;
}
