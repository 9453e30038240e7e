import { delayMs, mostPerRequest, mostWaiting, sendAt } from '../bounds.ts';
import type { Context } from '../context.ts';
import { createHandOver } from './hand-over.ts';
import { createLimiter } from '../requests/limiter.ts';
import type { Who } from '../evaluations/who.ts';
import { verify } from './verify.ts';
import type { WireEvent } from './wire-event.ts';

export interface Events {
  /** `who` has the traces that verify it; undefined = nobody that is known any more. */
  readonly add: (event: WireEvent, who: Who | undefined) => void;
  /** Resolves with whether none is left. */
  readonly flush: () => Promise<boolean>;
  /** Passes everything to the browser, or keeps it in the storage: the page may end now. */
  leave(): Promise<unknown>;
  /** Takes what is kept, also after `end`. */
  resume(): void;
  end(): void;
}

/**
 * Events on their way to the service: in batches, each until it is stored, with an id that makes every repetition harmless.
 */
export function createEvents(context: Context): Events {
  const { scope, later, addressOf, post, store, session, report, refusal } = context;
  const limiter = createLimiter(refusal);
  const handOver = createHandOver(context, limiter);
  /** In their order. */
  const waiting = new Map<WireEvent, Who | undefined>();
  let timer: unknown;
  let sending: Promise<void> | undefined;
  let reportedAt = 0;
  let dropped = 0;

  function schedule(ms: number): void {
    if (session.status !== 'closed')
      timer ??= later(() => {
        timer = undefined;
        void send(0);
      }, ms);
  }
  const send = (urgency: 0 | 1): Promise<void> =>
    (sending ??= sendAll(urgency).finally(() => (sending = undefined)));
  async function sendAll(urgency: 0 | 1): Promise<void> {
    let most = mostPerRequest;
    while (waiting.size) {
      const waitMs = limiter.waitMs(urgency);
      if (waitMs > 0) return schedule(waitMs);
      const [who] = waiting.values();
      const events = [...waiting.keys()].slice(0, most).filter((event) => waiting.get(event) === who);
      if (who) await verify(context, who, events);
      const answer = await post(addressOf('/v1/events'), { events });
      const { status } = answer;
      const isBad = status === 400 || status === 403;
      if (isBad && events[1]) {
        most = events.length >> 1; // One event spoils the request: halves find it.
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
    report('events', `Can't send events, ${dropped} lost`);
    dropped = 0;
  }
  const add: Events['add'] = (event, who) => {
    waiting.set(event, who);
    if (waiting.size > mostWaiting) {
      waiting.delete([...waiting.keys()][0]!);
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
      store.update((stored) => {
        for (const event of stored.events ?? []) add(event, undefined);
        delete stored.events;
      });
    },
    end() {
      timer = scope.clearTimeout(timer);
    },
  };
}
