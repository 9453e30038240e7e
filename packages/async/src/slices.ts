import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits for the next turn of the event loop if the work has run long enough. Call it often. */
export type Pause = () => Promise<void>;

/**
 * Returns a pause for one piece of long work, so that it does not block the other requests of the process.
 * @param sliceMs the time in a row that the work may take
 */
export function createPause(sliceMs = 5): Pause {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await nextTurn();
    endsAt = performance.now() + sliceMs;
  };
}

/** Runs the steps of an iterator or a generator, with a pause after each. Returns its result. */
export async function runInSlices<Result>(
  steps: Iterator<unknown, Result>,
  pause = createPause(),
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/**
 * Yields a long list in slices, with a turn of the event loop between two of them.
 * @param entriesPerSlice this many features take about ten milliseconds of any one step
 */
export async function* inSlices<Entry>(
  list: readonly Entry[],
  entriesPerSlice = 250,
): AsyncGenerator<readonly Entry[]> {
  for (let from = 0; from < list.length; from += entriesPerSlice) {
    if (from > 0) await nextTurn();
    yield list.slice(from, from + entriesPerSlice);
  }
}
