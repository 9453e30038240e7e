import type { WireEvent } from '@bunting/sdk-core';
import { delayMs, maxEventsPerRequest, maxQueuedEvents, sendAtEvents } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import { createBeaconSender } from './beacon-sender.ts';
import { createRequestGate } from '../requests/request-gate.ts';
import type { CurrentUser } from '../evaluations/current-user.ts';
import { addTraces } from './add-traces.ts';

/** Events on their way to the service. */
export interface Events {
  /** @param user the user whose traces verify the event; undefined = unknown */
  readonly enqueue: (event: WireEvent, user?: CurrentUser) => void;
  /** Sends the queued events. Resolves with true if none is left. */
  readonly flush: () => Promise<boolean>;
  /** Passes all events to the browser, or stores them: the page may close now. */
  flushByBeacon(): Promise<unknown>;
  /** Takes over the stored events, also after `end`. */
  restore(): void;
  end(): void;
}

/** Creates the queue of events. It sends them in batches until the service has stored them; the id of an event makes every retry safe. */
export function createEvents(context: RequestContext): Events {
  const { platform, schedule, getUrl, post, store, state, report, keyRefusal } = context;
  const gate = createRequestGate(keyRefusal);
  const sendBeacons = createBeaconSender(context, gate);
  /** The queued events, in order. */
  const waiting = new Map<WireEvent, CurrentUser | undefined>();
  let timer: unknown;
  let sending: Promise<void> | undefined;
  let reportedAt = 0;
  let dropped = 0;

  function scheduleSend(ms: number): void {
    if (state.status !== 'closed')
      timer ??= schedule(() => {
        timer = undefined;
        void send(0);
      }, ms);
  }
  const send = (priority: 0 | 1): Promise<void> =>
    (sending ??= sendAll(priority).finally(() => (sending = undefined)));
  async function sendAll(priority: 0 | 1): Promise<void> {
    let max = maxEventsPerRequest;
    while (waiting.size) {
      const waitMs = gate.waitMs(priority);
      if (waitMs > 0) return scheduleSend(waitMs);
      const [currentUser] = waiting.values();
      const events = [...waiting.keys()].slice(0, max).filter((event) => waiting.get(event) === currentUser);
      if (currentUser) await addTraces(context, currentUser, events);
      const answer = await post(getUrl('/v1/events'), { events });
      const { status } = answer;
      const isBad = status === 400 || status === 403;
      if (isBad && events[1]) {
        max = events.length >> 1; // One event makes the service reject the request: halves find it.
        continue;
      }
      if (isBad) dropped++;
      else gate.onAnswer(answer);
      if (status !== 200) reportLostEvents();
      if (!isBad && status !== 200) return scheduleSend(gate.waitMs(0));
      for (const event of events) waiting.delete(event);
      max = maxEventsPerRequest;
    }
  }
  /** Reports at most once a minute: an ad blocker refuses every request. */
  function reportLostEvents(): void {
    if (Date.now() - reportedAt < 60_000) return;
    reportedAt = Date.now();
    report('events', `Couldn't send events, ${dropped} lost`);
    dropped = 0;
  }
  const enqueue: Events['enqueue'] = (event, currentUser) => {
    waiting.set(event, currentUser);
    if (waiting.size > maxQueuedEvents) {
      waiting.delete([...waiting.keys()][0]!);
      dropped++;
      reportLostEvents();
    }
    if (waiting.size < sendAtEvents) scheduleSend(delayMs);
    else void send(0);
  };
  return {
    enqueue,
    async flush() {
      await sending;
      await send(1);
      return waiting.size === 0;
    },
    flushByBeacon() {
      const events = [...waiting.keys()];
      waiting.clear();
      return sendBeacons(events);
    },
    restore() {
      store.update((stored) => {
        for (const event of stored.events ?? []) enqueue(event);
        delete stored.events;
      });
    },
    end() {
      timer = platform.clearTimeout(timer);
    },
  };
}
