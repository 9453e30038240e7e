import { addRetryJitter, backoffMs, backoffResetMs, keyRefusedMs } from '@bunting/sdk-core';

/** The priority of a request: 0 = automatic, 1 = the network is back, 2 = the application asks. */
export type Priority = 0 | 1 | 2;

/** Decides when a request may be sent (docs/reference/sdks.md, When something fails). Evaluations and events have a gate each. */
export interface RequestGate {
  /** Returns the milliseconds until a request of this priority may be sent. */
  waitMs(priority: Priority): number;
  onAnswer(answer: { readonly status: number; readonly retryAfterS?: number }): void;
}

/** The refusal of a key, which all gates share. */
export interface KeyRefusal {
  /** No automatic request is sent before this time. */
  until: number;
}

export function createRequestGate(keyRefusal: KeyRefusal): RequestGate {
  let closedUntil = 0;
  /** Requests below this priority wait; 3 = all do. */
  let minPriority = 0;
  let delays = 0;
  let succeedingSince = Infinity;

  return {
    waitMs: (priority) =>
      Math.max(
        0,
        Math.max(priority < minPriority ? closedUntil : 0, priority < 2 ? keyRefusal.until : 0) - Date.now(),
      ),
    onAnswer({ status, retryAfterS = 0 }) {
      const now = Date.now();
      if (status === 200) {
        succeedingSince = Math.min(succeedingSince, now);
        minPriority = keyRefusal.until = 0;
        return;
      }
      if (now - succeedingSince >= backoffResetMs) delays = 0;
      succeedingSince = Infinity;
      const random = Math.random();
      if (status === 401) keyRefusal.until = now + keyRefusedMs;
      else {
        minPriority = status === 429 ? 3 : 1;
        closedUntil =
          now + (retryAfterS > 0 ? addRetryJitter(retryAfterS * 1_000, random) : backoffMs(delays++, random));
      }
    },
  };
}
