import { useEffect, useRef } from 'react';

/** Calls `run` when the condition first holds. */
export function useOnce(holds: boolean, run: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!holds || isDone.current) return;
    isDone.current = true;
    run();
  });
}
