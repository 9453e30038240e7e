import { useEffect, useRef } from 'react';

/** Calls the latest `then` with the input after typing pauses. */
export function usePaused<Typed>(
  typed: Typed,
  isNew: boolean,
  pauseMs: number,
  then: (typed: Typed) => void,
) {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isNew, pauseMs]);
}
