/* oxlint-disable unicorn/prefer-add-event-listener, max-lines-per-function -- nobody else listens, and a page pays for each byte, also of what
   parts would have to be given */
import { beatMs, beatsPerPoll, mostQuietBeats } from '../bounds.ts';
import type { Context } from '../context.ts';
import type { Aborter, Channel, Locks, Source } from '../scope.ts';

/** What tabs tell each other. */
interface TabMessage {
  /** The newest version that the tab with the connection knows; -1 = unknown. Absent = a tab is new, and asks for a heartbeat. */
  readonly version?: unknown;
  /** JSON with `changed`, an event of the stream. Absent = a heartbeat. */
  readonly data?: string | undefined;
}

export interface Stream {
  /** With them all tabs have one connection; else each has its own. */
  readonly locks: Locks | undefined;
  /** Opens or closes it. */
  want(isWanted: boolean): void;
}

/**
 * Changes, over one connection of all tabs with the same key: a browser has six for each host over HTTP/1.1. The tab that has the lock, the
 * leader, has the connection and passes on what it receives, with a heartbeat every two seconds. A tab that misses several of them takes the
 * lock away from a leader that does not run (a dialog, a debugger, a frozen page). Without locks or channels each tab has its own
 * connection. A leader whose connection is lost polls.
 */
export function createStream(
  { scope, later, addressOf, session }: Context,
  onChange: (version: number, data: string | undefined) => void,
): Stream {
  const name = addressOf('/v1/stream');
  const { EventSource, BroadcastChannel, navigator } = scope;
  const locks = BroadcastChannel && navigator?.locks;
  let isLeader = false;
  let source: Source | undefined;
  let channel: Channel | undefined;
  let aborter: Aborter | undefined;
  let release: (() => void) | undefined;
  /** Runs while the stream is wanted. */
  let timer: unknown;
  /** Own beats since the last sign of a connection. Time would also pass while this tab does not run. */
  let quiet = 0;
  let reportedVersion = 0;

  const loadedVersion = () => session.variables.all().version;
  const knownVersion = () => Math.max(reportedVersion, loadedVersion());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  const tell = (version?: number, data?: string) => channel?.postMessage({ version, data });
  function receive(version: number, data?: string): void {
    session.setConnected(true);
    // A tab that opened late, or did not run, learns from the heartbeat what it missed.
    if (data ? version !== loadedVersion() : version > knownVersion()) {
      reportedVersion = version || reportedVersion;
      onChange(version, data);
    }
  }
  const publish = (version: number, data: string) => {
    tell(version, data);
    receive(version, data);
  };
  function beat(): void {
    timer = later(beat, beatMs);
    if (isLeader) tell(knownVersion());
    if (source?.readyState === 1) quiet = 0;
    else if (++quiet > mostQuietBeats && !isLeader) {
      session.setConnected(false);
      join(true);
    } else if (isLeader) {
      // A browser reconnects by itself, unless the answer was an error: then after 2, 4, 8, 16, 32, 64 s, and so on from there.
      if (source?.readyState === 2 && !(quiet & (quiet - 1) & 31)) connect();
      if (quiet % beatsPerPoll === mostQuietBeats + 1) publish(-1, '{}');
    }
  }
  function connect(): void {
    if (!EventSource) return;
    source = new EventSource(addressOf('/v1/stream', `&since=${loadedVersion() || ''}`));
    source.onmessage = ({ lastEventId, data }) => publish(Number(lastEventId), data);
    source.onopen = () => session.setConnected(true);
  }
  function lead(): void {
    isLeader = true;
    tell(knownVersion());
    connect();
  }
  function stop(): void {
    aborter?.abort();
    release?.();
    source?.close();
    isLeader = false;
    quiet = 0;
  }
  /** Waits for the lock, or takes it away from a tab that does not run. */
  function join(steal?: true): void {
    stop();
    const { signal } = (aborter = new scope.AbortController());
    const use = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        // It may be granted in the turn in which this tab gave up.
        if (signal.aborted) resolve();
        else lead();
      });
    locks!.request(name, steal ? { steal } : { signal }, use).catch(() => {
      if (signal.aborted) return;
      // Another tab took the lock, because this one did not run. A page that may have no locks (a sandbox) has a connection of its own.
      if (isLeader) join();
      else lead();
    });
  }
  function open(): void {
    timer = later(beat, beatMs);
    if (!locks) return lead();
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data: message }) => {
      const { version, data } = Object(message) as TabMessage;
      if (version == null) return isLeader && tell(knownVersion());
      quiet = 0;
      receive(Number(version), data);
    };
    tell();
    join();
  }
  return {
    locks,
    want(isWanted) {
      if (isWanted !== !timer) return;
      if (isWanted) return open();
      stop();
      channel?.close();
      scope.clearTimeout(timer);
      timer = undefined;
    },
  };
}
