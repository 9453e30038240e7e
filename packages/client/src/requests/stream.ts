/* oxlint-disable unicorn/prefer-add-event-listener, max-lines-per-function -- a page pays for each byte, also for
   those that split functions would pass to each other */
import { beatMs, beatsPerPoll, maxMissedBeats } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import type {
  AbortControllerLike,
  BroadcastChannelLike,
  LockManagerLike,
  EventSourceLike,
} from '../platform.ts';

/** A message between tabs. */
interface TabMessage {
  /** The newest version that the leader knows; -1 = unknown. Absent = a new tab asks for a heartbeat. */
  readonly version?: unknown;
  /** An event of the stream: JSON with `changed`. Absent = a heartbeat. */
  readonly data?: string | undefined;
}

/** The stream of changes. */
export interface Stream {
  /** With locks all tabs share one connection; otherwise each has its own. */
  readonly sharedLocks: LockManagerLike | undefined;
  /** Opens or closes the stream. */
  setEnabled(isEnabled: boolean): void;
}

/**
 * Creates the stream of changes, over one connection of all tabs with the same key: a browser has six for each host over HTTP/1.1. The tab that holds
 * the lock, the leader, has the connection and passes on the events, with a heartbeat every two seconds. A tab that misses several heartbeats steals
 * the lock from a leader that is suspended (a dialog, a debugger, a frozen page). Without locks or channels each tab has its own connection. A leader
 * whose connection is lost polls.
 */
export function createStream(
  { platform, schedule, getUrl, state }: RequestContext,
  onChange: (version: number, data: string | undefined) => void,
): Stream {
  const name = getUrl('/v1/stream');
  const { EventSource, BroadcastChannel, navigator } = platform;
  const locks = BroadcastChannel && navigator?.locks;
  let isLeader = false;
  let source: EventSourceLike | undefined;
  let channel: BroadcastChannelLike | undefined;
  let aborter: AbortControllerLike | undefined;
  let release: (() => void) | undefined;
  /** Runs while the stream is enabled. */
  let timer: unknown;
  /** Beats of this tab since the last sign of a connection. Time would also pass while the tab is suspended. */
  let missedBeats = 0;
  let announcedVersion = 0;

  const loadedVersion = () => state.variables.getAll().version;
  const knownVersion = () => Math.max(announcedVersion, loadedVersion());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  const broadcast = (version?: number, data?: string) => channel?.postMessage({ version, data });
  function receive(version: number, data?: string): void {
    state.setConnected(true);
    // A tab that opened late or was suspended learns of missed changes by the heartbeat.
    if (data ? version !== loadedVersion() : version > knownVersion()) {
      announcedVersion = version || announcedVersion;
      onChange(version, data);
    }
  }
  const publish = (version: number, data: string) => {
    broadcast(version, data);
    receive(version, data);
  };
  function beat(): void {
    timer = schedule(beat, beatMs);
    if (isLeader) broadcast(knownVersion());
    if (source?.readyState === 1) missedBeats = 0;
    else if (++missedBeats > maxMissedBeats && !isLeader) {
      state.setConnected(false);
      requestLock(true);
    } else if (isLeader) {
      // A browser reconnects, unless the answer was an error: then we do, after 2, 4, 8, 16, 32, 64 s, and every 64 s from there.
      if (source?.readyState === 2 && !(missedBeats & (missedBeats - 1) & 31)) connect();
      if (missedBeats % beatsPerPoll === maxMissedBeats + 1) publish(-1, '{}');
    }
  }
  function connect(): void {
    if (!EventSource) return;
    source = new EventSource(getUrl('/v1/stream', `&since=${loadedVersion() || ''}`));
    source.onmessage = ({ lastEventId, data }) => publish(Number(lastEventId), data);
    source.onopen = () => state.setConnected(true);
  }
  function becomeLeader(): void {
    isLeader = true;
    broadcast(knownVersion());
    connect();
  }
  function stop(): void {
    aborter?.abort();
    release?.();
    source?.close();
    isLeader = false;
    missedBeats = 0;
  }
  /** Waits for the lock, or steals it from a suspended tab. */
  function requestLock(steal?: true): void {
    stop();
    const { signal } = (aborter = new platform.AbortController());
    const holdLock = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        // The lock may be granted in the turn in which this tab stopped waiting.
        if (signal.aborted) resolve();
        else becomeLeader();
      });
    locks!.request(name, steal ? { steal } : { signal }, holdLock).catch(() => {
      if (signal.aborted) return;
      // Another tab stole the lock, because this one was suspended. A page without access to locks (a sandbox) has its own connection.
      if (isLeader) requestLock();
      else becomeLeader();
    });
  }
  function open(): void {
    timer = schedule(beat, beatMs);
    if (!locks) return becomeLeader();
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data: message }) => {
      const { version, data } = Object(message) as TabMessage;
      if (version == null) return isLeader && broadcast(knownVersion());
      missedBeats = 0;
      receive(Number(version), data);
    };
    broadcast();
    requestLock();
  }
  return {
    sharedLocks: locks,
    setEnabled(isEnabled) {
      if (isEnabled !== !timer) return;
      if (isEnabled) return open();
      stop();
      channel?.close();
      platform.clearTimeout(timer);
      timer = undefined;
    },
  };
}
