import { useEffect, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';

/** Returns the label of a button during the countdown. */
export const againIn = (seconds: number): string => `Retry in ${seconds} s`;

/** Returns the seconds until a request that was refused with `Retry-After` may be repeated; 0 = now. */
export function useWait(error: unknown): number {
  const { status, retryAfter = 0 } = asApiError(error) ?? {};
  const seconds = status === 429 ? retryAfter : 0;
  const [begun, setBegun] = useState({ error, left: seconds });
  if (begun.error !== error) setBegun({ error, left: seconds });
  const isWaiting = begun.left > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // Uses the clock, because timers of hidden tabs are late.
    const end = Date.now() + seconds * 1_000;
    const count = () => setBegun({ error, left: Math.max(0, Math.ceil((end - Date.now()) / 1_000)) });
    const timer = setInterval(count, 1_000);
    return () => clearInterval(timer);
  }, [error, seconds, isWaiting]);
  return begun.left;
}
