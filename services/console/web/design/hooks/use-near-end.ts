import { useEffect } from 'react';

const distance = 60;

/** Loads more rows while the last rendered one is near the end of the loaded ones. */
export function useNearEnd(
  rows: { readonly last: number; readonly count: number; readonly hasMore: boolean },
  more: () => void,
): void {
  const { last, count, hasMore } = rows;
  useEffect(() => {
    if (hasMore && last > count - distance) more();
  }, [hasMore, last, count, more]);
}
