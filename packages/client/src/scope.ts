import type { Fetch, KeyValueStorage, Signal } from './public/options.ts';

/** What the client uses of a browser or another place where JavaScript runs. Everything that is optional may be missing. */
export interface Scope {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly AbortController: new () => Aborter;
  readonly crypto?: { randomUUID?(): string };
  /** Only pages and their workers have one. */
  readonly location?: { readonly href: string };
  readonly console: { warn(message: string): void };
  readonly fetch?: Fetch;
  readonly localStorage?: KeyValueStorage;
  readonly EventSource?: new (url: string) => Source;
  readonly BroadcastChannel?: new (name: string) => Channel;
  readonly navigator?: { readonly locks?: Locks; sendBeacon?(url: string, text: string): boolean };
  readonly document?: Target & { readonly visibilityState: string };
  readonly addEventListener?: Target['addEventListener'];
}

/** As much as is used of `AbortController`. */
export interface Aborter {
  readonly signal: Signal & { readonly aborted: boolean };
  abort(): void;
}

/** As much as is used of `EventTarget`. */
export interface Target {
  addEventListener(type: string, listener: () => unknown, options: { signal: Signal }): void;
}

/** As much as is used of `EventSource`. */
export interface Source {
  /** 2 = it has given up. */
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: string; readonly lastEventId: string }) => void) | null;
  close(): void;
}

/** As much as is used of `BroadcastChannel`. */
export interface Channel {
  onmessage: ((event: { readonly data: unknown }) => unknown) | null;
  postMessage(message: unknown): void;
  close(): void;
}

export interface Locks {
  request(
    name: string,
    /** `steal` takes the lock away from whoever has it. */
    options: { signal: Signal } | { steal: true },
    use: () => Promise<void>,
  ): Promise<unknown>;
}
