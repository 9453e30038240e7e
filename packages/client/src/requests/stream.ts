/* oxlint-disable unicorn/prefer-add-event-listener -- nobody else listens, and a page pays for each byte */
import { failuresUntilPoll, pollMs } from '../bounds.ts';
import type { Context } from '../context.ts';
import { createLimiter } from './limiter.ts';
import type { Aborter, Channel, Locks, Source } from '../scope.ts';

/** That something changed: an event of the stream, to this tab and by it to the others. */
export interface StreamMessage {
  /** The version that there is now. */
  readonly lastEventId?: string | undefined;
  /** JSON with `changed`: the variables that may differ. */
  readonly data: string;
}

export interface Stream {
  /** With them all tabs have one connection; else each has its own. */
  readonly locks: Locks | undefined;
  /** Opens or closes it. */
  set(isWanted: boolean): void;
}

/**
 * Changes, over one connection of all tabs with the same key: a browser has six for each host over HTTP/1.1. The tab that has the lock has the
 * connection, and passes on what it receives. Without locks or channels each tab has its own. While the connection is lost, everything may
 * have changed every half a minute.
 */
export function createStream(
  { scope, later, addressOf, session }: Context,
  onMessage: (message: StreamMessage) => void,
): Stream {
  const name = addressOf('');
  // An EventSource does not say what it was refused for.
  const limiter = createLimiter({ until: 0 });
  const { EventSource, BroadcastChannel, navigator } = scope;
  const locks = BroadcastChannel && navigator?.locks;
  let isOpen = false;
  let source: Source | undefined;
  let channel: Channel | undefined;
  let aborter: Aborter | undefined;
  let release: (() => void) | undefined;
  let timer: unknown;
  let pollTimer: unknown;
  let failures = 0;

  function publish({ lastEventId, data }: StreamMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    channel?.postMessage({ lastEventId, data });
    onMessage({ lastEventId, data });
  }
  function poll(): void {
    pollTimer = later(() => {
      poll();
      publish({ data: '{}' });
    }, pollMs);
  }
  function stopPolling(): void {
    scope.clearTimeout(pollTimer);
    failures = 0;
  }
  function connect(): void {
    if (!EventSource) return poll();
    const since = session.values.loaded?.evaluations.version ?? '';
    const opened = (source = new EventSource(addressOf('/v1/stream', `&since=${since}`)));
    opened.onmessage = publish;
    opened.onopen = () => {
      limiter.note({ status: 200 });
      stopPolling();
    };
    opened.onerror = () => {
      // That of Node.js tells of an error when it is closed.
      if (source !== opened) return;
      if (++failures === failuresUntilPoll) poll();
      // It reconnects by itself, unless the answer was an error.
      if (opened.readyState < 2) return;
      limiter.note({ status: 0 });
      timer = later(connect, limiter.waitMs(0));
    };
  }
  function open(): void {
    if (!locks) return connect();
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => onMessage(data as StreamMessage);
    const opened = (aborter = new scope.AbortController());
    const lead = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        connect();
      });
    // Where the page may have no locks (a sandbox), it has a connection of its own.
    locks.request(name, { signal: opened.signal }, lead).catch(() => {
      if (isOpen && aborter === opened) connect();
    });
  }
  function close(): void {
    aborter?.abort();
    source?.close();
    source = undefined;
    release?.();
    channel?.close();
    scope.clearTimeout(timer);
    stopPolling();
  }
  return {
    locks,
    set(isWanted) {
      if (isWanted === isOpen) return;
      isOpen = isWanted;
      if (isWanted) open();
      else close();
    },
  };
}
