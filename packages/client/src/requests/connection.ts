import type { Base } from '../base.ts';
import { awayMs, longHiddenMs } from '../bounds.ts';
import { createContext } from '../context.ts';
import { createEvents, type Events } from '../events/events.ts';
import type { Urgency } from './limiter.ts';
import { createLoader } from '../evaluations/loader.ts';
import type { Reads } from '../evaluations/reads.ts';
import type { Session } from '../evaluations/session.ts';
import { createStream, type StreamMessage } from './stream.ts';
import { createTracker, type Tracker } from '../events/tracker.ts';

/** Everything between a session and the service. */
export interface Connection {
  readonly reads: Reads;
  readonly tracker: Tracker;
  readonly events: Events;
  /** Asks for the present user. Resolves when there is an answer, or it has to wait. */
  readonly ask: (urgency: Urgency) => Promise<void>;
  /** Opens or closes the stream, if somebody began or ceased to want it. */
  readonly follow: () => void;
  readonly close: () => Promise<unknown>;
}

export function createConnection(base: Base, session: Session): Connection {
  const { scope, later, options, listeners } = base;
  const { stream: streaming = 'auto' } = options;
  const context = createContext(base, session);
  const { reads, limiter, keys, isLive } = context;
  const { load, schedule } = createLoader(context, follow);
  const events = createEvents(context);
  const tracker = createTracker(context, events);
  const stream = createStream(context, onMessage);
  const { document } = scope;
  const isHidden = () => document?.visibilityState === 'hidden';
  let isAway = isHidden();
  let hiddenAt = Date.now();
  let timer: unknown;
  const onVisibility = () => {
    scope.clearTimeout(timer);
    if (isHidden()) {
      hiddenAt = Date.now();
      timer = later(
        () => {
          isAway = true;
          follow();
        },
        stream.locks ? awayMs : 0,
      );
      void leave();
    } else {
      isAway = false;
      follow();
      events.resume();
      if (isLive && Date.now() - hiddenAt >= longHiddenMs) void load(0);
    }
  };
  const onOnline = () => void ((isLive || session.status !== 'ready') && load(1));
  const aborter = new scope.AbortController();
  document?.addEventListener('visibilitychange', onVisibility, aborter);
  scope.addEventListener?.('pagehide', leave, aborter);
  scope.addEventListener?.('online', onOnline, aborter);
  events.resume();
  schedule();
  follow();

  function leave(): Promise<unknown> {
    reads.keep();
    return events.leave();
  }
  function follow(): void {
    const isWanted = streaming === 'auto' ? listeners.ofChanges() > 0 : streaming;
    stream.set(isWanted && isLive && !isAway && limiter.waitMs(1) === 0 && session.status !== 'closed');
  }
  function onMessage({ lastEventId, data }: StreamMessage): void {
    const version = Number(lastEventId);
    if (version === session.values.loaded?.evaluations.version) return;
    const { changed } = JSON.parse(data) as { changed?: string[] };
    if (!changed || !keys || changed.some((each) => keys.includes(each))) void load(0, version);
  }
  return {
    reads,
    tracker,
    events,
    ask: load,
    follow,
    close() {
      scope.clearTimeout(timer);
      aborter.abort();
      void load(0);
      follow();
      events.close();
      return leave();
    },
  };
}
