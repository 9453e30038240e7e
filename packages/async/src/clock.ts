/** Time as a dependency. Tests pass a ManualClock, so that they neither wait nor depend on the load of the machine. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** Calls `work` once after `delayMs`, unless the function that it returns is called before. Does not keep the process alive. */
  setTimeout(work: () => void, delayMs: number): () => void;
  /** Calls `work` after the event loop has read what has arrived. */
  setImmediate(work: () => void): void;
}

/** The clock of the process. `now` counts milliseconds from its start and never goes back; timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout(work, delayMs) {
    const timer = setTimeout(work, delayMs).unref();
    return () => clearTimeout(timer);
  },
  setImmediate: (work) => void setImmediate(work),
};
