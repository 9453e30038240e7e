/** Work that would keep the event loop for long is cut in slices, of which everybody gets one in turn. */
export interface Slices {
  /** To be called often; waits for the next turn when the slice is used up. */
  pause(): Promise<void> | undefined;
}

const sliceMs = 5;

/** One slice of all who work at a time goes into each turn of the event loop: however many there are, others wait for one. */
export function createSlicer(): { begin(): Slices } {
  const waiting: (() => void)[] = [];

  function next(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  }

  function turn(): Promise<void> {
    return new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next);
    });
  }

  return {
    begin() {
      let beganAt = performance.now();
      return {
        pause() {
          if (performance.now() - beganAt < sliceMs) return undefined;
          return turn().then(() => void (beganAt = performance.now()));
        },
      };
    },
  };
}
