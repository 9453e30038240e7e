import { useCallback, useEffect, useRef } from 'react';

/** Returns a function with a stable identity that calls the latest `run`, for memoised rows. */
export function useStable<Args extends readonly unknown[]>(run: (...args: Args) => void) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
