import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Yields a long list in slices and lets the event loop turn between two of them, so that a long change does not block the
 * other requests of the process.
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
