/** Clock, timers and random numbers as dependencies. Tests pass their own, so that they neither wait nor depend on chance. */
export interface Runtime {
  /** Returns milliseconds since some moment; never goes back. */
  now(): number;
  /** Returns milliseconds since 1970. */
  date(): number;
  /** Calls `work` once after `delayMs`, unless the function that it returns is called before. Keeps the process alive only if `isAwaited`. */
  setTimeout(work: () => void, delayMs: number, isAwaited?: boolean): () => void;
  /** Calls `work` at the end of this turn of the event loop. */
  setImmediate(work: () => void): void;
  /** Returns a number from 0 to 1. */
  random(): number;
}

/** Not every runtime has timers that can be unreferenced, or `setImmediate`. */
type Timer = { unref?: () => void } | number;
type Later = ((work: () => void) => unknown) | undefined;

/** The clock of the process. */
export const systemRuntime: Runtime = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimeout(work, delayMs, isAwaited = false) {
    const timer = setTimeout(work, delayMs) as unknown as Timer;
    if (!isAwaited && typeof timer === 'object') timer.unref?.();
    return () => clearTimeout(timer as never);
  },
  setImmediate(work) {
    const later = (globalThis as { setImmediate?: Later }).setImmediate;
    if (later === undefined) setTimeout(work, 0);
    else later(work);
  },
  random: () => Math.random(),
};

/** Resolves after that time, or when the function that `onCancel` receives is called; never keeps the process alive. */
export function delay(
  runtime: Runtime,
  delayMs: number,
  onCancel?: (cancel: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = runtime.setTimeout(resolve, delayMs);
    onCancel?.(() => {
      stop();
      resolve();
    });
  });
}
