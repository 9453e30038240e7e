/** How urgent a request is: by a timer or an event, by the network that is back, or by the application. */
export type Urgency = 0 | 1 | 2;

/** Decides when the service may be asked again (docs/clients.md, When something fails). Evaluation, events and the stream have one each. */
export interface Limiter {
  /** Milliseconds until a request of that urgency may be made. */
  waitMs(urgency: Urgency): number;
  /** Takes note of what came of a request. */
  note(answer: { readonly status: number; readonly retryAfterS?: number }): void;
}

/** Until when a key is not used that was refused: evaluation and events share it. */
export interface Refusal {
  until: number;
}

const minuteMs = 60_000;

export function createLimiter(refusal: Refusal): Limiter {
  let until = 0;
  /** Requests below this urgency wait; 3 = all do. */
  let level = 0;
  let failures = 0;
  let goodSince = Infinity;

  return {
    waitMs: (urgency) =>
      Math.max(0, Math.max(urgency < level ? until : 0, urgency < 2 ? refusal.until : 0) - Date.now()),
    note({ status, retryAfterS = 0 }) {
      const now = Date.now();
      if (status === 200) {
        goodSince = Math.min(goodSince, now);
        level = refusal.until = 0;
        return;
      }
      if (now - goodSince >= minuteMs) failures = 0;
      goodSince = Infinity;
      const chance = Math.random();
      if (status === 401) refusal.until = now + 10 * minuteMs;
      else {
        level = status === 429 ? 3 : 1;
        until =
          now +
          (retryAfterS > 0
            ? retryAfterS * 1_000 * (1 + chance / 5)
            : Math.min(1_000 * 2 ** failures++, minuteMs) * (0.5 + chance / 2));
      }
    },
  };
}
