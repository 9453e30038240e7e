/**
 * Finds out that nothing is heard any more while something waits.
 *
 * How long is too long follows from experience: four times the longest silence of the last seconds that did end, within
 * bounds. So one who always answers at once is given up soon, and one who is slow because the machine is busy is not.
 *
 * Time is counted in ticks of the event loop's own timer: a process that was itself held up does not take its own
 * absence for the other side's silence. Before the verdict the event loop gets two more turns, in which an answer that
 * already lies in the socket is read.
 */
export interface FailureDetector {
  /** Something waits from now on, and nothing did before. */
  start(): void;
  heard(): void;
  stop(): void;
}

export const tickMs = 30;
const spanMs = 5_000;
const patience = 4;
/** Before there is experience. */
const assumedMs = 100;

export function createFailureDetector(options: {
  minMs: number;
  maxMs: number;
  isWaiting: () => boolean;
  onFailure: (silentMs: number) => void;
}): FailureDetector {
  const { minMs, maxMs, isWaiting, onFailure } = options;
  let isWatching = false;
  let silentTicks = 0;
  let silentSince = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The longest silences of this span and of the one before. */
  let longest = assumedMs;
  let longestBefore = assumedMs;
  let spanEndsAt = performance.now() + spanMs;

  function isTooLong(): boolean {
    const limitMs = patience * Math.max(longest, longestBefore);
    return silentTicks * tickMs >= Math.min(maxMs, Math.max(minMs, limitMs));
  }

  function tick(): void {
    silentTicks++;
    if (isTooLong()) setImmediate(() => setImmediate(decide));
    else wait();
  }

  function decide(): void {
    if (!isWatching) return;
    if (!isTooLong() || !isWaiting()) return wait();
    isWatching = false;
    onFailure(silentTicks * tickMs);
  }

  function wait(): void {
    isWatching = isWaiting();
    if (isWatching) timer = setTimeout(tick, tickMs).unref();
  }

  function learn(time: number): void {
    if (time >= spanEndsAt) {
      longestBefore = time >= spanEndsAt + spanMs ? 0 : longest;
      longest = 0;
      spanEndsAt = time + spanMs;
    }
    // Longer ones were outages.
    if (time - silentSince <= maxMs) longest = Math.max(longest, time - silentSince);
  }

  return {
    start() {
      silentSince = performance.now();
      silentTicks = 0;
      if (!isWatching) {
        isWatching = true;
        timer = setTimeout(tick, tickMs).unref();
      }
    },
    heard() {
      const time = performance.now();
      learn(time);
      silentSince = time;
      silentTicks = 0;
    },
    stop() {
      isWatching = false;
      clearTimeout(timer);
    },
  };
}

/** The same for one thing that is waited for: calls `then` after so many ticks, unless what it gives is called before. */
export function waitForTicks(ticks: number, then: () => void): () => void {
  let left = ticks;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  function tick(): void {
    left--;
    if (left > 0) wait();
    else setImmediate(() => setImmediate(() => isOver || then()));
  }
  function wait(): void {
    timer = setTimeout(tick, tickMs).unref();
  }
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
