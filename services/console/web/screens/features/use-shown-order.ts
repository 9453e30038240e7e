import { useState } from 'react';
import { inShownOrder } from './shown-order.ts';

/** Returns the rows of a live list so that those on screen keep their places until another list is shown. */
export function useShownOrder<Row>(
  rows: readonly Row[],
  {
    of,
    isPlaceholder,
    keyOf,
  }: {
    /** The identity of the list: its filter and order. */
    readonly of: string;
    /** True while the rows are those of the list before. */
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
