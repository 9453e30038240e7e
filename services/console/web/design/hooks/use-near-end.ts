import { useEffect } from 'react';

const distance = 60;

/** Asks for more rows while the last that is drawn is near the end of those that are there. */
export function useNearEnd(
  rows: { readonly last: number; readonly count: number; readonly hasMore: boolean },
  more: () => void,
): void {
  const { last, count, hasMore } = rows;
  useEffect(() => {
    if (hasMore && last > count - distance) more();
  }, [hasMore, last, count, more]);
}
