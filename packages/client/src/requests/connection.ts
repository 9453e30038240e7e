/* oxlint-disable max-lines-per-function -- a page pays for each byte, also of what parts would have to be given */
import type { ClientContext } from '../client-context.ts';
import { awayMs, longHiddenMs } from '../bounds.ts';
import { createRequestContext } from '../request-context.ts';
import { createEvents, type Events } from '../events/events.ts';
import type { Priority } from './request-gate.ts';
import { createLoader } from '../evaluations/loader.ts';
import type { ReadCounts } from '../evaluations/read-counts.ts';
import type { ClientState } from '../evaluations/client-state.ts';
import type { AbortControllerLike } from '../platform.ts';
import { createStream } from './stream.ts';
import { createTracker, type Tracker } from '../events/tracker.ts';

/** The parts of a client that send requests. */
export interface Connection {
  readonly readCounts: ReadCounts;
  readonly tracker: Tracker;
  readonly events: Events;
  /** Requests the values of the current user. Resolves when there is an answer, or the gate is closed. */
  readonly load: (priority: Priority) => Promise<void>;
  /** Opens or closes the stream, as listeners and options ask for it. */
  readonly updateStream: () => void;
  /** Starts to listen to the page; again after `end`. */
  readonly start: () => void;
  /** Closes the stream, and flushes events and counts. */
  readonly end: () => Promise<unknown>;
}

export function createConnection(context: ClientContext, state: ClientState): Connection {
  const { platform, schedule, options, listeners } = context;
  const { stream: streaming = 'auto' } = options;
  const requestContext = createRequestContext(context, state);
  const { readCounts, gate, keys, isLive } = requestContext;
  const { load, scheduleNext } = createLoader(requestContext, updateStream);
  const events = createEvents(requestContext);
  const tracker = createTracker(requestContext, events);
  const stream = createStream(requestContext, onChange);
  const { document } = platform;
  let isSuspended = false;
  /** 0 = the page is visible. */
  let hiddenAt = 0;
  let timer: unknown;
  let aborter: AbortControllerLike;

  const isHidden = () => document?.visibilityState === 'hidden';
  const shouldStream = () =>
    isLive &&
    state.status !== 'closed' &&
    (streaming === 'auto' ? listeners.countChangeListeners() > 0 : streaming);
  /** Closes the stream until the page is visible again. */
  function suspendStream(): void {
    isSuspended = true;
    updateStream();
    if (shouldStream()) state.setConnected(false);
  }
  function onVisibility(): void {
    platform.clearTimeout(timer);
    if (isHidden()) {
      timer = schedule(suspendStream, stream.sharedLocks ? awayMs : 0);
      void onLeave();
    } else {
      const hiddenMs = hiddenAt && Date.now() - hiddenAt;
      hiddenAt = 0;
      isSuspended = false;
      updateStream();
      events.restore();
      if (isLive && hiddenMs >= longHiddenMs) void load(0);
    }
  }
  /** Runs when the page goes into the back/forward cache, is frozen, or closes. */
  function onStop(): void {
    suspendStream();
    void onLeave();
  }
  function onOnline(): void {
    // The connection may be dead without an error.
    stream.setEnabled(false);
    updateStream();
    if (isLive || state.status !== 'ready') void load(1);
  }
  function start(): void {
    aborter = new platform.AbortController();
    document?.addEventListener('visibilitychange', onVisibility, aborter);
    document?.addEventListener('freeze', onStop, aborter);
    document?.addEventListener('resume', onVisibility, aborter);
    platform.addEventListener?.('pagehide', onStop, aborter);
    platform.addEventListener?.('pageshow', onVisibility, aborter);
    platform.addEventListener?.('online', onOnline, aborter);
    hiddenAt = 0;
    isSuspended = isHidden();
    if (isSuspended) {
      hiddenAt = Date.now();
      timer = schedule(suspendStream, awayMs);
    }
    events.restore();
    scheduleNext();
    updateStream();
  }
  function onLeave(): Promise<unknown> {
    hiddenAt ||= Date.now();
    readCounts.persist();
    return events.flushByBeacon();
  }
  function updateStream(): void {
    if (!shouldStream()) state.setConnected(true);
    stream.setEnabled(shouldStream() && !isSuspended && gate.waitMs(1) === 0);
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
    readCounts,
    tracker,
    events,
    load,
    updateStream,
    start,
    end() {
      platform.clearTimeout(timer);
      aborter.abort();
      void load(0);
      updateStream();
      events.end();
      return onLeave();
    },
  };
}
