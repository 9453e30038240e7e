import type { Outcome } from '../requests/outcome.ts';
import type { Runtime } from './runtime.ts';

/**
 * When requests of one kind may be sent (docs/clients.md, When something fails): after failures not before the backoff, after 429 not before `Retry-After`, after the
 * key was refused not for ten minutes. Evaluation, events, usage and datafiles have a lane each, so that none waits for another's limit.
 */
export interface Lane {
  /** Milliseconds until a request may be sent. */
  waitMs(): number;
  /**
   * Whether a request may be sent now. After a backoff one may, and no other until it is answered. `isForced` ignores the backoff, but
   * neither `Retry-After` nor the refusal of the key.
   */
  enter(isForced?: boolean): boolean;
  onOutcome(outcome: Outcome): void;
}

/** The refusal of a key, which all its lanes share. */
export interface KeyState {
  refusedUntil: number;
}

export function createKeyState(): KeyState {
  return { refusedUntil: -Infinity };
}

const minuteMs = 60_000;
export const refusedForMs = 10 * minuteMs;
const firstBackoffMs = 1_000;
const longestBackoffMs = minuteMs;
/** Retry-After of an answer that has none. */
const defaultRetryAfterMs = 1_000;

/** @param failuresUntilBackoff so many failures in a row begin a backoff */
export function createLane(runtime: Runtime, keyState: KeyState, failuresUntilBackoff = 1): Lane {
  let failuresInRow = 0;
  let backoffs = 0;
  /** Since when no request failed; undefined = the last one did. */
  let fineSince: number | undefined;
  let backoffUntil = -Infinity;
  let limitedUntil = -Infinity;
  let isProbing = false;

  function onFailure(): void {
    const now = runtime.now();
    if (fineSince !== undefined && now - fineSince >= minuteMs) backoffs = 0;
    fineSince = undefined;
    failuresInRow += 1;
    if (failuresInRow < failuresUntilBackoff) return;
    const longest = Math.min(longestBackoffMs, firstBackoffMs * 2 ** backoffs);
    backoffs += 1;
    backoffUntil = now + longest * (0.5 + runtime.random() / 2);
  }

  function forcedWaitMs(): number {
    return Math.max(0, limitedUntil - runtime.now(), keyState.refusedUntil - runtime.now());
  }

  return {
    waitMs: () => Math.max(forcedWaitMs(), backoffUntil - runtime.now()),
    enter(isForced = false) {
      if (forcedWaitMs() > 0) return false;
      if (isForced || failuresInRow < failuresUntilBackoff) return true;
      if (isProbing || backoffUntil > runtime.now()) return false;
      isProbing = true;
      return true;
    },
    onOutcome(outcome) {
      isProbing = false;
      if (outcome.kind === 'failed') return onFailure();
      failuresInRow = 0;
      fineSince ??= runtime.now();
      backoffUntil = -Infinity;
      if (outcome.kind === 'limited') {
        const waitMs = outcome.retryAfterMs ?? defaultRetryAfterMs;
        limitedUntil = runtime.now() + waitMs * (1 + runtime.random() / 5);
      }
      if (outcome.kind === 'refused') keyState.refusedUntil = runtime.now() + refusedForMs;
    },
  };
}
