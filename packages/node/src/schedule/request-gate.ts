import { addRetryJitter, backoffMs, backoffResetMs, keyRefusedMs } from '@bunting/sdk-core';
import type { Outcome } from '../requests/outcome.ts';
import type { Runtime } from './runtime.ts';

/**
 * Decides when requests of one kind may be sent (docs/reference/sdks.md, When something fails). It is closed during the backoff after failures, until
 * `Retry-After` has passed after a 429, and for ten minutes after the key was refused. Evaluations, events, usage and datafiles have a gate each, so that
 * the limit of one does not delay the others.
 */
export interface RequestGate {
  /** Returns the milliseconds until a request may be sent. */
  waitMs(): number;
  /**
   * Returns true if a request may be sent now. After a backoff one may, and no other until it is answered. `isForced` ignores the backoff, but neither
   * `Retry-After` nor the refusal of the key.
   */
  tryAcquire(isForced?: boolean): boolean;
  onOutcome(outcome: Outcome): void;
}

/** The refusal of a key, which all its gates share. */
export interface KeyRefusal {
  until: number;
}

export function createKeyRefusal(): KeyRefusal {
  return { until: -Infinity };
}

/** The delay after a 429 without `Retry-After`. */
const defaultRetryAfterMs = 1_000;

/** @param failuresUntilBackoff the failures in a row that start a backoff */
export function createRequestGate(
  runtime: Runtime,
  keyRefusal: KeyRefusal,
  failuresUntilBackoff = 1,
): RequestGate {
  let failuresInRow = 0;
  let delays = 0;
  let succeedingSince = Infinity;
  let backoffUntil = -Infinity;
  let limitedUntil = -Infinity;
  let isProbing = false;

  function onFailure(): void {
    const now = runtime.now();
    if (now - succeedingSince >= backoffResetMs) delays = 0;
    succeedingSince = Infinity;
    failuresInRow += 1;
    if (failuresInRow >= failuresUntilBackoff) backoffUntil = now + backoffMs(delays++, runtime.random());
  }

  function forcedWaitMs(): number {
    return Math.max(0, limitedUntil - runtime.now(), keyRefusal.until - runtime.now());
  }

  return {
    waitMs: () => Math.max(forcedWaitMs(), backoffUntil - runtime.now()),
    tryAcquire(isForced = false) {
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
      succeedingSince = Math.min(succeedingSince, runtime.now());
      backoffUntil = -Infinity;
      if (outcome.kind === 'limited') {
        const retryAfterMs = outcome.retryAfterMs ?? defaultRetryAfterMs;
        limitedUntil = runtime.now() + addRetryJitter(retryAfterMs, runtime.random());
      }
      if (outcome.kind === 'refused') keyRefusal.until = runtime.now() + keyRefusedMs;
    },
  };
}
