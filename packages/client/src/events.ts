import type { Context } from './context.ts';
import { createLimiter } from './limiter.ts';
import type { Who } from './who.ts';

/** An event as the contract has it (§2.4). */
export interface WireEvent {
  readonly event: string;
  readonly variable: string;
  readonly variation: string;
  readonly user?: object;
  readonly user_signature?: string | undefined;
  readonly value?: number | undefined;
  readonly occurred_at: string;
  readonly event_id: string;
  evaluation_trace?: string | undefined;
}

export interface Events {
  /** `who` has the traces that verify it; undefined = nobody that is known any more. */
  add(event: WireEvent, who: Who | undefined): void;
  /** Resolves with whether none is left. */
  flush(): Promise<boolean>;
  /** Passes everything to the browser, or keeps it in the storage: the page may end now. */
  leave(): Promise<unknown>;
  /** Takes what is kept. */
  resume(): void;
  close(): void;
}

const mostWaiting = 1_000;
const mostKept = 100;
const mostPerRequest = 100;
const mostPerBeacon = 25;
const beaconBytes = 60_000;
const sendAt = 50;
const delayMs = 2_000;

/**
 * Events on their way to the service: in batches, each until it is stored, with an id that makes every repetition harmless. `verify` adds
 * traces to events of one user.
 */
export function createEvents(
  { scope, addressOf, post, session, store, report }: Context,
  verify: (events: readonly WireEvent[], who: Who) => Promise<void>,
): Events {
  const address = addressOf('/v1/events');
  const limiter = createLimiter();
  /** In their order. */
  const waiting = new Map<WireEvent, Who | undefined>();
  let timer: unknown;
  let sending: Promise<void> | undefined;
  let reportedAt = 0;
  let dropped = 0;

  function schedule(ms: number): void {
    if (session.status !== 'closed') {
      timer ??= scope.setTimeout(() => {
        timer = undefined;
        void send(0);
      }, ms);
    }
  }
  function send(urgency: 0 | 1): Promise<void> {
    return (sending ??= sendAll(urgency).finally(() => (sending = undefined)));
  }
  async function sendAll(urgency: 0 | 1): Promise<void> {
    let most = mostPerRequest;
    while (waiting.size > 0) {
      const waitMs = limiter.waitMs(urgency);
      if (waitMs > 0) return schedule(waitMs);
      const [who] = waiting.values();
      const events = [...waiting.keys()].slice(0, most).filter((event) => waiting.get(event) === who);
      if (who) await verify(events, who);
      const answer = await post(address, { events });
      const { status } = answer;
      const isBad = status === 400 || status === 403;
      if (isBad && events[1]) {
        // One event spoils the request: it is looked for by halves.
        most = events.length >> 1;
        continue;
      }
      if (isBad) dropped++;
      else limiter.note(answer);
      if (status !== 200) complain();
      if (!isBad && status !== 200) return schedule(limiter.waitMs(0));
      for (const event of events) waiting.delete(event);
      most = mostPerRequest;
    }
  }
  /** Once a minute at most: a blocker refuses everything. */
  function complain(): void {
    if (Date.now() - reportedAt < 60_000) return;
    reportedAt = Date.now();
    report('events', `Events are not sent; ${dropped} are lost`);
    dropped = 0;
  }
  const add: Events['add'] = (event, who) => {
    waiting.set(event, who);
    if (waiting.size > mostWaiting) {
      const [oldest] = waiting.keys();
      waiting.delete(oldest!);
      dropped++;
      complain();
    }
    if (waiting.size < sendAt) schedule(delayMs);
    else void send(0);
  };
  return {
    add,
    async flush() {
      await sending;
      await send(1);
      return waiting.size === 0;
    },
    leave() {
      const events = [...waiting.keys()];
      waiting.clear();
      return handOver(events);
    },
    resume() {
      const { events } = store.read();
      if (!events) return;
      store.update((stored) => delete stored.events);
      for (const event of events) add(event, undefined);
    },
    close: () => scope.clearTimeout(timer),
  };

  /** To the browser, which sends it even if the page ends; else by a request of which that is hoped; else to the storage. */
  async function handOver(events: readonly WireEvent[]): Promise<void> {
    const text = JSON.stringify({ events });
    // Escaped it is longer than its bytes.
    if (events[mostPerBeacon] || (events[1] && encodeURIComponent(text).length > beaconBytes)) {
      const half = events.length >> 1;
      await Promise.all([handOver(events.slice(0, half)), handOver(events.slice(half))]);
    } else if (events[0] && !scope.navigator?.sendBeacon?.(address, text)) {
      const { status } = await post(address, { events }, undefined, true);
      if (status === 200) return;
      store.update((stored) => (stored.events = [...(stored.events ?? []), ...events].slice(-mostKept)));
    }
  }
}
