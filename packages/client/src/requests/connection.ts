/* oxlint-disable max-lines-per-function -- a page pays for each byte, also of what parts would have to be given */
import type { Base } from '../base.ts';
import { awayMs, longHiddenMs } from '../bounds.ts';
import { createContext } from '../context.ts';
import { createEvents, type Events } from '../events/events.ts';
import type { Urgency } from './limiter.ts';
import { createLoader } from '../evaluations/loader.ts';
import type { Reads } from '../evaluations/reads.ts';
import type { Session } from '../evaluations/session.ts';
import type { Aborter } from '../scope.ts';
import { createStream } from './stream.ts';
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
  /** Begins to listen to the page; again after `end`. */
  readonly start: () => void;
  readonly end: () => Promise<unknown>;
}

export function createConnection(base: Base, session: Session): Connection {
  const { scope, later, options, listeners } = base;
  const { stream: streaming = 'auto' } = options;
  const context = createContext(base, session);
  const { reads, limiter, keys, isLive } = context;
  const { load, schedule } = createLoader(context, follow);
  const events = createEvents(context);
  const tracker = createTracker(context, events);
  const stream = createStream(context, onChange);
  const { document } = scope;
  let isAway = false;
  /** 0 = the page runs, and is visible. */
  let hiddenAt = 0;
  let timer: unknown;
  let aborter: Aborter;

  const isHidden = () => document?.visibilityState === 'hidden';
  const isWanted = () =>
    isLive && session.status !== 'closed' && (streaming === 'auto' ? listeners.ofChanges() > 0 : streaming);
  /** Gives up the stream. Nobody listens for changes from now on. */
  function goAway(): void {
    isAway = true;
    follow();
    if (isWanted()) session.setConnected(false);
  }
  function onVisibility(): void {
    scope.clearTimeout(timer);
    if (isHidden()) {
      timer = later(goAway, stream.locks ? awayMs : 0);
      void leave();
    } else {
      const hiddenMs = hiddenAt && Date.now() - hiddenAt;
      hiddenAt = 0;
      isAway = false;
      follow();
      events.resume();
      if (isLive && hiddenMs >= longHiddenMs) void load(0);
    }
  }
  /** The page waits in the back/forward cache, is frozen, or ends. */
  function onStop(): void {
    goAway();
    void leave();
  }
  function onOnline(): void {
    // The connection may be a dead one that nobody has noticed.
    stream.want(false);
    follow();
    if (isLive || session.status !== 'ready') void load(1);
  }
  function start(): void {
    aborter = new scope.AbortController();
    document?.addEventListener('visibilitychange', onVisibility, aborter);
    document?.addEventListener('freeze', onStop, aborter);
    document?.addEventListener('resume', onVisibility, aborter);
    scope.addEventListener?.('pagehide', onStop, aborter);
    scope.addEventListener?.('pageshow', onVisibility, aborter);
    scope.addEventListener?.('online', onOnline, aborter);
    hiddenAt = 0;
    isAway = isHidden();
    if (isAway) {
      hiddenAt = Date.now();
      timer = later(goAway, awayMs);
    }
    events.resume();
    schedule();
    follow();
  }
  function leave(): Promise<unknown> {
    hiddenAt ||= Date.now();
    reads.keep();
    return events.leave();
  }
  function follow(): void {
    if (!isWanted()) session.setConnected(true);
    stream.want(isWanted() && !isAway && limiter.waitMs(1) === 0);
  }
  function onChange(version: number, data?: string): void {
    let changed: unknown;
    try {
      ({ changed } = JSON.parse(data!) as { changed?: unknown });
    } catch {
      // Anything may have changed.
    }
    if (!keys || !Array.isArray(changed) || changed.some((each) => keys.includes(each as string))) {
      void load(0, version);
    }
  }
  return {
    reads,
    tracker,
    events,
    ask: load,
    follow,
    start,
    end() {
      scope.clearTimeout(timer);
      aborter.abort();
      void load(0);
      follow();
      events.end();
      return leave();
    },
  };
}
