import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * A long list in slices, between which everybody else of the process has a turn: a change of ten thousand features is seconds of
 * work.
 */
export async function* inSlices<Entry>(
  list: readonly Entry[],
  // So many features take some ten milliseconds of any one step.
  entriesOfSlice = 250,
): AsyncGenerator<readonly Entry[]> {
  for (let from = 0; from < list.length; from += entriesOfSlice) {
    if (from > 0) await nextTurn();
    yield list.slice(from, from + entriesOfSlice);
  }
}
