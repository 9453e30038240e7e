import { useEffect, useState } from 'react';

/** Seconds until what was refused with `Retry-After` may be tried again; 0 = now. */
export function useWait(error: unknown): number {
  const { status, retryAfter = 0 } = (error ?? {}) as { status?: number; retryAfter?: number };
  const seconds = status === 429 ? retryAfter : 0;
  const [begun, setBegun] = useState({ error, left: seconds });
  if (begun.error !== error) setBegun({ error, left: seconds });
  const { left } = begun;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setBegun((now) => ({ ...now, left: now.left - 1 })), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.max(left, 0);
}
