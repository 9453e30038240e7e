/**
 * Finds out that nothing was heard for `silenceMs` while something waited.
 *
 * Time is counted in ticks of the event loop's own timer, so that a process that was itself held up (a long
 * computation, a busy machine) does not take its own absence for the other side's silence. Before the verdict the event
 * loop gets two more turns, in which an answer that already lies in the socket is read.
 */
export interface SilenceWatch {
  /** Something waits from now on. */
  start(): void;
  heard(): void;
  stop(): void;
}

const ticks = 5;

export function createSilenceWatch(options: {
  silenceMs: number;
  isWaiting: () => boolean;
  onSilence: () => void;
}): SilenceWatch {
  const { isWaiting, onSilence } = options;
  const tickMs = options.silenceMs / ticks;
  let isWatching = false;
  let silentTicks = 0;
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    silentTicks++;
    if (silentTicks < ticks) wait();
    else setImmediate(() => setImmediate(decide));
  }

  function decide(): void {
    if (!isWatching) return;
    if (silentTicks < ticks || !isWaiting()) return wait();
    isWatching = false;
    onSilence();
  }

  function wait(): void {
    isWatching = isWaiting();
    if (isWatching) timer = setTimeout(tick, tickMs).unref();
  }

  return {
    start() {
      if (isWatching) return;
      silentTicks = 0;
      wait();
    },
    heard() {
      silentTicks = 0;
    },
    stop() {
      isWatching = false;
      clearTimeout(timer);
    },
  };
}
