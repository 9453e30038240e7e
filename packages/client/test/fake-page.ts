import type { Evaluation, Evaluations, JsonValue, WireEvent } from '@bunting/sdk-core';
import type { BuntingError, ClientOptions } from '../src/public/options.ts';
import type { Client } from '../src/public/client.ts';
import { createClientIn } from '../src/create-client-in.ts';
import type { Platform, EventSourceLike } from '../src/platform.ts';
export { createBrowser } from './fake-browser.ts';
import { createBrowser, createExecution, type Execution, type FakeBrowser } from './fake-browser.ts';

export const key = 'c0a7ac70-0000-8c11-8000-000000000001';

/** The members of the body, of evaluations and of events. */
export interface RequestBody {
  readonly user: {
    readonly id: string;
    readonly country?: string;
    readonly custom_data: { anonymous_id?: string };
  };
  readonly traces: number;
  readonly read: Readonly<Record<string, number>>;
  readonly events: readonly (WireEvent & { readonly user: { readonly id?: string } })[];
}

/** A request as the service gets it. */
export interface PageRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: RequestBody;
  readonly keepalive: boolean;
  readonly signal: AbortSignal;
}

/** The answer of the service; `never` = the request hangs, `broken` = the connection breaks. */
export type Reply = { status: number; json?: unknown; headers?: Record<string, string> } | 'never' | 'broken';

/** The part of a browser that a client uses, and a record of its use. */
export interface Page {
  readonly platform: Platform;
  readonly asked: PageRequest[];
  readonly sources: FakeSource[];
  readonly beacons: { readonly path: string; readonly text: string }[];
  readonly errors: BuntingError[];
  readonly stored: Map<string, string>;
  /** The timers of its clients that run. */
  readonly timers: ReadonlySet<unknown>;
  /** Answers requests from now on. */
  reply: (asked: PageRequest) => Reply;
  isBeaconTaken: boolean;
  /** False = streams do not open. */
  isStreamAnswered: boolean;
  /** Suspends the page, and resumes it. */
  readonly execution: Execution;
  open(options?: Partial<ClientOptions>): Client;
  /** Opens a client with these options alone. */
  openWith(options: ClientOptions): Client;
  hide(): void;
  show(): void;
  fire(type: string): void;
  /** Returns the requested paths, evaluations as E and events as V. */
  paths(): string;
  bodiesOf(path: string): RequestBody[];
}

export class FakeSource implements EventSourceLike {
  readyState = 0;
  onopen: EventSourceLike['onopen'] = null;
  onmessage: EventSourceLike['onmessage'] = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  /** Ends the stream. The browser reconnects, unless the answer was an error. */
  fail(isFinal = false): void {
    this.readyState = isFinal ? 2 : 0;
  }
  say(version: number, changed?: string[]): void {
    const data = JSON.stringify({ type: 'refetchEvaluation', changed });
    this.onmessage?.({ data, lastEventId: String(version) });
  }
  close(): void {
    this.readyState = 2;
  }
}

/** Creates a page, alone in its browser unless one is passed. `without` removes parts of the platform. */
export function createPage({
  browser = createBrowser(),
  without = [],
}: { browser?: FakeBrowser; without?: readonly string[] } = {}): Page {
  const target = new EventTarget();
  let visibilityState = 'visible';
  const asked: PageRequest[] = [];
  const sources: FakeSource[] = [];
  const beacons: { path: string; text: string }[] = [];
  const errors: BuntingError[] = [];
  const timers = new Set<unknown>();
  const { stored } = browser;
  const execution = createExecution();

  async function fetch(url: string, init: { body: string; keepalive: boolean; signal?: object }) {
    const { pathname: path, searchParams: query } = new URL(url, platform.location?.href);
    const signal = init.signal as AbortSignal;
    const each: PageRequest = {
      path,
      query,
      body: JSON.parse(init.body) as RequestBody,
      keepalive: init.keepalive,
      signal,
    };
    asked.push(each);
    const reply = page.reply(each);
    await Promise.resolve();
    if (reply === 'never') {
      return new Promise<never>((_, reject) => {
        if (signal.aborted) reject(new Error('aborted'));
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }
    if (reply === 'broken') throw new TypeError('Failed to fetch');
    const { status, json, headers } = reply;
    return {
      status,
      headers: new Headers(headers),
      json: async () => {
        if (json === undefined) throw new SyntaxError('no JSON');
        return structuredClone(json);
      },
    };
  }
  const platform: Platform = {
    setTimeout(run: () => void, ms: number) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        execution.run(run);
      }, ms);
      // A client that a test leaves open does not keep the worker.
      timers.add(timer.unref());
      return timer;
    },
    clearTimeout(timer: ReturnType<typeof setTimeout>) {
      timers.delete(timer);
      clearTimeout(timer);
    },
    AbortController,
    crypto,
    console: { warn: (message: string) => void errors.push({ code: 'application', message }) },
    fetch,
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
    EventSource: class extends FakeSource {
      constructor(url: string) {
        super(url);
        sources.push(this);
        if (page.isStreamAnswered) void Promise.resolve().then(() => this.readyState || this.open());
      }
    },
    BroadcastChannel: browser.channelsOf(execution),
    navigator: {
      ...(!without.includes('locks') && { locks: browser.locksOf(execution) }),
      sendBeacon(url: string, text: string) {
        if (page.isBeaconTaken) beacons.push({ path: new URL(url).pathname, text });
        return page.isBeaconTaken;
      },
    },
    document: {
      get visibilityState() {
        return visibilityState;
      },
      addEventListener: target.addEventListener.bind(target),
    },
    addEventListener: target.addEventListener.bind(target),
    location: { href: 'https://shop.example/basket' },
  };
  for (const name of without) Reflect.deleteProperty(platform, name);
  function turn(state: string): void {
    visibilityState = state;
    target.dispatchEvent(new Event('visibilitychange'));
  }
  const page: Page = {
    platform,
    asked,
    sources,
    beacons,
    errors,
    stored,
    timers,
    execution,
    isBeaconTaken: true,
    isStreamAnswered: true,
    reply: () => answerWith({}),
    openWith: (options) => createClientIn(platform, options),
    open: (options = {}) =>
      createClientIn(platform, {
        url: 'https://flags.example/',
        key,
        onError: (error) => void errors.push(error),
        ...options,
      }),
    hide: () => turn('hidden'),
    show: () => turn('visible'),
    fire: (type) => void target.dispatchEvent(new Event(type)),
    paths: () => asked.map(({ path }) => (path === '/v1/evaluations' ? 'E' : 'V')).join(''),
    bodiesOf: (path) => asked.filter((each) => each.path === path).map(({ body }) => body),
  };
  return page;
}

/** Returns an answer with these values. The entity tag is that of the version. */
export function answerWith(
  values: Readonly<Record<string, JsonValue>>,
  more: Partial<Evaluations> = {},
  result: Partial<Evaluation> = {},
): Exclude<Reply, string> {
  const results = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      {
        key: name,
        value,
        variation: `v-${JSON.stringify(value)}`,
        reason: 'targeting_rule_matched',
        feature: 'f',
        ...result,
      },
    ]),
  );
  return {
    status: 200,
    json: { version: 1, ...more, results },
    headers: { etag: JSON.stringify(JSON.stringify(values)) },
  };
}
