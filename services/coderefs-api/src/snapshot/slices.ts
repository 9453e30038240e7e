/** Cuts work that would block the event loop into slices, which take turns. */
export interface Slices {
  /** Returns a promise of the next turn if the slice is used up. Call it often. */
  pause(): Promise<void> | undefined;
}

const sliceMs = 5;

/**
 * Creates a slicer. Each turn of the event loop runs one slice, however much work there is: other requests wait for one
 * slice at most.
 */
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
