import type { Clock } from '@bunting/async';

/**
 * Detects that a server no longer answers: nothing is received although something waits.
 *
 * The time-out is four times the longest wait of the last seconds that ended with an answer, within bounds. So a server that
 * always answers at once is given up soon, and one that is slow because the machine is busy is not.
 *
 * Time is counted in ticks of a timer, so that the time in which this process was blocked does not count. Before it reports
 * a failure, the event loop gets two more turns, which read an answer that has already arrived at the socket.
 */
export interface FailureDetector {
  /** Starts to wait for an answer, if no request waited before. */
  start(): void;
  /** Notes that an answer was received. */
  received(): void;
  stop(): void;
}

export interface FailureDetectorOptions {
  /** The bounds of the time-out. */
  readonly timeoutMs: { readonly min: number; readonly max: number };
  readonly clock: Clock;
  readonly isWaiting: () => boolean;
  /** Called once when the server counts as failed, and again only after `start`. */
  readonly onFailure: (silentMs: number) => void;
}

const tickMs = 30;
const spanMs = 5_000;
const safetyFactor = 4;
/** The assumed longest wait before any was measured. */
const assumedWaitMs = 100;

export function createFailureDetector(options: FailureDetectorOptions): FailureDetector {
  const { timeoutMs, clock, isWaiting, onFailure } = options;
  const waits = createLongestWaits(clock.now(), timeoutMs.max);
  let isWatching = false;
  let silentTicks = 0;
  let silentSince = 0;
  let cancelTick = () => {};

  function isTooLong(): boolean {
    const limitMs = Math.max(timeoutMs.min, safetyFactor * waits.longestMs());
    return silentTicks * tickMs >= Math.min(timeoutMs.max, limitMs);
  }

  function tick(): void {
    silentTicks += 1;
    if (isTooLong()) clock.setImmediate(() => clock.setImmediate(decide));
    else watch();
  }

  function decide(): void {
    if (!isWatching) return;
    if (!isTooLong() || !isWaiting()) return watch();
    isWatching = false;
    onFailure(silentTicks * tickMs);
  }

  function watch(): void {
    isWatching = isWaiting();
    if (isWatching) cancelTick = clock.setTimeout(tick, tickMs);
  }

  return {
    start() {
      silentSince = clock.now();
      silentTicks = 0;
      if (isWatching) return;
      isWatching = true;
      cancelTick = clock.setTimeout(tick, tickMs);
    },
    received() {
      const time = clock.now();
      waits.note(time, time - silentSince);
      silentSince = time;
      silentTicks = 0;
    },
    stop() {
      isWatching = false;
      cancelTick();
    },
  };
}

/** Tracks the longest waits of the current and the previous span of time. */
function createLongestWaits(startedAt: number, outageMs: number) {
  let current = assumedWaitMs;
  let previous = assumedWaitMs;
  let endsAt = startedAt + spanMs;
  return {
    longestMs: () => Math.max(current, previous),
    note(time: number, waitMs: number) {
      if (time >= endsAt) {
        previous = time >= endsAt + spanMs ? 0 : current;
        current = 0;
        endsAt = time + spanMs;
      }
      // Longer ones were outages.
      if (waitMs <= outageMs) current = Math.max(current, waitMs);
    },
  };
}

/**
 * Starts a time-out for one request, counted in ticks like those of the detector. Calls `onTimeout`, unless the returned function
 * is called before.
 */
export function startTimeout(clock: Clock, timeoutMs: number, onTimeout: () => void): () => void {
  let ticks = Math.ceil(timeoutMs / tickMs);
  let isOver = false;
  let cancelTick = () => {};
  const tick = () => {
    ticks -= 1;
    if (ticks > 0) cancelTick = clock.setTimeout(tick, tickMs);
    else clock.setImmediate(() => clock.setImmediate(() => isOver || onTimeout()));
  };
  cancelTick = clock.setTimeout(tick, tickMs);
  return () => {
    isOver = true;
    cancelTick();
  };
}
