import { setTimeout as delay } from 'node:timers/promises';
import { Failure, exitCodes } from '../command/failure.ts';

export interface RetryOptions {
  /** The number of requests, the first one included. */
  readonly tries?: number;
  readonly firstDelayMs?: number;
  /** The maximum of one wait. */
  readonly maxDelayMs?: number;
  /** Returns a number n with 0 ≤ n < 1. */
  readonly random?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly onRetry?: (why: string, waitMs: number) => void;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

/**
 * Retries after 429, 5xx and connection errors (contract §7.7). Each wait is twice as long as the one before and jittered, so
 * that a thousand jobs do not retry at once. It waits at least as long as Retry-After says, and gives up if that is more than
 * `maxDelayMs`, so that CI does not wait for an hour.
 */
export function createRetry(options: RetryOptions) {
  const {
    tries = 5,
    firstDelayMs = 1_000,
    maxDelayMs = 60_000,
    random = Math.random,
    wait = delay,
  } = options;

  return async function retry<Got extends Answer>(send: () => Promise<Got>): Promise<Got> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await settled(send());
      const why = reasonToRetry(outcome);
      if (why === undefined && 'answer' in outcome) return outcome.answer;
      const asked = 'answer' in outcome ? retryAfterMs(outcome.answer.headers.get('retry-after')) : 0;
      if (attempt >= tries || asked > maxDelayMs) {
        if ('answer' in outcome) return outcome.answer;
        throw new Failure(exitCodes.service, `Can't reach Bunting: ${why}`);
      }
      const backoff = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
      const waitMs = Math.min(maxDelayMs, Math.round(asked + backoff * (0.5 + random() / 2)));
      options.onRetry?.(why ?? '', waitMs);
      await wait(waitMs);
    }
  };
}

type Outcome<Got> = { readonly answer: Got } | { readonly error: unknown };

async function settled<Got>(promise: Promise<Got>): Promise<Outcome<Got>> {
  try {
    return { answer: await promise };
  } catch (error) {
    return { error };
  }
}

function reasonToRetry(outcome: Outcome<Answer>): string | undefined {
  if ('error' in outcome) return describe(outcome.error);
  const { status } = outcome.answer;
  return status === 429 || status >= 500 ? `status ${status}` : undefined;
}

/** Describes a failed fetch, which has the reason in `cause`, and in its `errors` if it tried several addresses. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AggregateError) return cause.errors.map(describe).join('; ');
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as NodeJS.ErrnoException).code;
  return cause.message || (typeof code === 'string' ? code : cause.name);
}

/** Parses seconds or a date (RFC 9110 §10.2.3); 0 for anything else. */
export function retryAfterMs(header: string | null, now = Date.now()): number {
  if (header === null || header.trim() === '') return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
