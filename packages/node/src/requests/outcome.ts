import type { Reporter } from './reporter.ts';
import type { ReadHeaders } from './send-with-fetch.ts';

/** The outcome of a request (docs/reference/sdks.md, When something fails). */
export type Outcome =
  | { readonly kind: 'ok'; readonly status: number; readonly text: string; readonly headers: ReadHeaders }
  /** No answer, or none of Bunting. `mayRetry`: the connection broke, or a proxy could not reach the service. */
  | {
      readonly kind: 'failed';
      readonly code: 'network' | 'timeout' | 'unexpected_answer';
      readonly mayRetry: boolean;
      readonly status?: number;
      readonly cause?: unknown;
    }
  | { readonly kind: 'limited'; readonly retryAfterMs: number | undefined }
  /** The key or its organisation is refused: no request is sent for ten minutes. */
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly status: number }
  /** The plan's users of this month are used up; users who are counted already are served. */
  | { readonly kind: 'user_refused' }
  /** The service would reject the same request again. */
  | { readonly kind: 'rejected'; readonly status: number; readonly error: string };

type RefusalCode =
  | 'key_invalid'
  | 'key_kind_insufficient'
  | 'organisation_suspended'
  | 'organisation_inactive';

const retried: ReadonlySet<number> = new Set([502, 503, 504]);
/** The maximum delay, whatever a proxy asks for. */
const maxRetryAfterSeconds = 3_600;

/** Returns the outcome of an answer. `text` is the whole body. */
export function readOutcome(status: number, headers: ReadHeaders, text: string): Outcome {
  if (status === 429) return { kind: 'limited', retryAfterMs: readRetryAfter(headers.get('Retry-After')) };
  if (status === 304) return { kind: 'ok', status, text, headers };
  const isJson = /\bjson\b/i.test(headers.get('Content-Type') ?? '');
  if (!isJson || status >= 500) return unexpected(status);
  if (status >= 200 && status < 300) return { kind: 'ok', status, text, headers };
  const { code, error = '' } = readError(text);
  if (status === 401) {
    return code === 'user_signature_invalid'
      ? { kind: 'rejected', status, error }
      : { kind: 'refused', code: 'key_invalid', status };
  }
  if (status === 403) {
    if (code === 'monthly_active_users_exceeded') return { kind: 'user_refused' };
    const refusal = refusals.find((each) => each === code);
    return refusal === undefined ? unexpected(status) : { kind: 'refused', code: refusal, status };
  }
  if (status === 400 || status === 413) return { kind: 'rejected', status, error };
  return unexpected(status);
}

const refusals: readonly RefusalCode[] = [
  'key_kind_insufficient',
  'organisation_suspended',
  'organisation_inactive',
];

function unexpected(status: number): Outcome {
  return { kind: 'failed', code: 'unexpected_answer', mayRetry: retried.has(status), status };
}

function readRetryAfter(header: string | null): number | undefined {
  if (header === null || !/^\d{1,9}$/.test(header)) return undefined;
  return Math.min(Number(header), maxRetryAfterSeconds) * 1_000;
}

function readError(text: string): { readonly code?: string; readonly error?: string } {
  try {
    const { code, error } = JSON.parse(text) as Record<string, unknown>;
    return {
      ...(typeof code === 'string' && { code }),
      ...(typeof error === 'string' && { error: error.slice(0, 300) }),
    };
  } catch {
    return {};
  }
}

/** Reports an outcome that is no success. The message begins with `what`, the failed action. */
export function reportOutcome(outcome: Outcome, what: string, reporter: Reporter): void {
  switch (outcome.kind) {
    case 'ok':
      return;
    case 'failed':
      return reporter.report('unavailable', what, `${what}: ${failures[outcome.code]}`, outcome.status);
    case 'limited':
      return reporter.report('limited', what, `${what}: too many requests; retrying later.`, 429);
    case 'refused': {
      const { code, status } = outcome;
      return reporter.report('refused', 'key', `${messages[code]} No requests for ten minutes.`, status);
    }
    case 'user_refused':
      return reporter.report('over_cap', 'users', messages.monthly_active_users_exceeded, 403);
    case 'rejected': {
      const { status, error } = outcome;
      const message = `${what}: Bunting rejected the request. ${error}`;
      return reporter.reportOnce('invalid', `${what} ${status}`, message, status);
    }
  }
}

const failures = {
  network: "can't reach Bunting.",
  timeout: "Bunting didn't answer in time.",
  unexpected_answer: 'unexpected answer, not from Bunting.',
};

const messages = {
  key_invalid: 'The key is unknown or revoked.',
  key_kind_insufficient: "This kind of key can't be used here.",
  organisation_suspended: 'The organisation is suspended.',
  organisation_inactive: 'The organisation has no active subscription.',
  monthly_active_users_exceeded: "Your plan's monthly users are used up; new users get fallbacks.",
};
