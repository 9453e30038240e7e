import type { Base, Context } from './context.ts';
import { createEvents, type Events } from './events.ts';
import { createLimiter, type Urgency } from './limiter.ts';
import { createLoader } from './loader.ts';
import { createPost } from './post.ts';
import { createReads, type Reads } from './reads.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';
import { createStream, type StreamMessage } from './stream.ts';
import { createTracker, type Tracker } from './tracker.ts';
import { createVerify } from './verify.ts';

/** Everything between a session and the service. */
export interface Connection {
  readonly reads: Reads;
  readonly tracker: Tracker;
  readonly events: Events;
  /** Asks for the present user. Resolves when there is an answer, or it has to wait. */
  ask(urgency: Urgency): Promise<void>;
  /** Opens or closes the stream, if somebody began or ceased to want it. */
  follow(): void;
  close(): Promise<unknown>;
}

/** Where tabs do not share one connection, six hidden ones must not take all that the browser has for this host. */
const awayMsOf = ({ BroadcastChannel, navigator }: Scope) =>
  BroadcastChannel && navigator?.locks ? 120_000 : 0;
const longHiddenMs = 60_000;

export function createConnection(base: Base, session: Session): Connection {
  const { scope, options, listeners, store } = base;
  const { key, stream: streaming = 'auto', offline = false } = options;
  const keys = options.keys?.map((each) => each.toLowerCase());
  const url = options.url.replace(/\/+$/, '');
  const isLive = options.updates !== 'hold' && !offline;
  const limiter = createLimiter();
  const reads = createReads(store);
  const context: Context = {
    ...base,
    session,
    addressOf: (path, query = '') => `${url}${path}?key=${key}${query}`,
    post: createPost(scope, options.fetch ?? scope.fetch, base.timeoutMs),
    limiter,
    reads,
    keys,
    isLive,
  };
  const loader = createLoader(context, follow);
  const events = createEvents(context, createVerify(context));
  const tracker = createTracker(context, events);
  const stream = createStream(context, onMessage);
  const { document } = scope;
  let isAway = document?.visibilityState === 'hidden';
  let hiddenAt = Date.now();
  let timer: unknown;
  const onVisibility = () => {
    scope.clearTimeout(timer);
    if (document?.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      timer = scope.setTimeout(() => {
        isAway = true;
        follow();
      }, awayMsOf(scope));
      void leave();
      return;
    }
    isAway = false;
    follow();
    if (offline) return;
    events.resume();
    if (isLive && Date.now() - hiddenAt >= longHiddenMs) void ask(0);
  };
  const onOnline = () => void ((isLive || session.status !== 'ready') && ask(1));
  const aborter = new scope.AbortController();
  document?.addEventListener('visibilitychange', onVisibility, aborter);
  scope.addEventListener?.('pagehide', leave, aborter);
  scope.addEventListener?.('online', onOnline, aborter);
  if (!offline) events.resume();
  loader.schedule();
  follow();

  function ask(urgency: Urgency): Promise<void> {
    return offline ? Promise.resolve() : loader.load(urgency);
  }
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
    if (!changed || !keys || changed.some((each) => keys.includes(each))) void loader.load(0, version);
  }
  return {
    reads,
    tracker,
    events,
    ask,
    follow,
    close() {
      scope.clearTimeout(timer);
      aborter.abort();
      void ask(0);
      follow();
      events.close();
      return leave();
    },
  };
}
