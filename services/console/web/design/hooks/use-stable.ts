import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and does what was rendered last, for the handlers of rows that are rendered only when they change. */
export function useStable<Args extends readonly unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
