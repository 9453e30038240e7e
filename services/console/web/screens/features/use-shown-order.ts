import { useState } from 'react';
import { inShownOrder } from './shown-order.ts';

/** Rows of a live list: as long as the same is listed, those that are shown keep their places. */
export function useShownOrder<Row>(
  rows: readonly Row[],
  {
    of,
    isPlaceholder,
    keyOf,
  }: {
    /** What is listed and how it is sorted. */
    readonly of: string;
    /** Whether these are still the rows of what was listed before. */
    readonly isPlaceholder: boolean;
    readonly keyOf: (row: Row) => string;
  },
): readonly Row[] {
  const [shown, setShown] = useState<{ readonly of: string; readonly keys: readonly string[] }>({
    of,
    keys: [],
  });
  const isSame = isPlaceholder || shown.of === of;
  const ordered = inShownOrder(rows, isSame ? shown.keys : [], keyOf);
  if (!isPlaceholder) {
    const keys = ordered.map(keyOf);
    const isKept =
      shown.of === of &&
      keys.length === shown.keys.length &&
      keys.every((key, index) => key === shown.keys[index]);
    if (!isKept) setShown({ of, keys });
  }
  return ordered;
}
