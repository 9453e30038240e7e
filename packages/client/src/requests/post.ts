import type { ClientContext } from '../client-context.ts';
import { isEvaluations } from '../evaluations/is-evaluations.ts';
import type { Fetch } from '../public/options.ts';
import type { AbortControllerLike } from '../platform.ts';

/** An answer of the service. */
export interface Answer {
  /**
   * 200 = success (304 and 202, too), 400 = the request is rejected (413, too), 401 = key or organisation are refused (403, too),
   * 403 = the month's users are used up, 429. Any other status: the service is unavailable; 0 = no answer, or none that can be read.
   */
  readonly status: number;
  /** The body, if it is an object. */
  readonly payload: AnswerBody;
  readonly etag?: string | null;
  /** In seconds; 0 = absent. */
  readonly retryAfterS?: number;
}

/** The members of a body that tell an answer of Bunting from the page of a proxy. */
export interface AnswerBody {
  readonly code?: string;
  readonly results?: object;
  readonly accepted?: number;
}

/** Sends one request. Never rejects. */
export type Post = (
  url: string,
  body: object,
  /** Aborts the request. */
  aborter?: AbortControllerLike,
  /** Goes on after the page is closed. */
  keepalive?: boolean,
  maxMs?: number,
) => Promise<Answer>;

/** Creates `post`. It sends text, with the key in the URL, so that a browser sends no preflight. */
export function createPost({ platform, schedule, timeoutMs }: ClientContext, fetch: Fetch | undefined): Post {
  return async (
    url,
    body,
    aborter = new platform.AbortController(),
    keepalive = false,
    maxMs = timeoutMs,
  ) => {
    const timer = schedule(() => aborter.abort(), Math.min(maxMs, timeoutMs));
    try {
      const answer = await fetch!(url, {
        method: 'POST',
        body: JSON.stringify(body),
        signal: aborter.signal,
        credentials: 'omit',
        keepalive,
      });
      const { status, headers } = answer;
      const json = ((await answer.json().catch(() => 0)) || {}) as AnswerBody;
      const isOurs = status > 299 || isEvaluations(json) || json.accepted! >= 0;
      const isOverCap = json.code === 'monthly_active_users_exceeded';
      return {
        status: isOverCap ? 403 : isOurs ? ({ 202: 200, 304: 200, 403: 401, 413: 400 }[status] ?? status) : 0,
        payload: json,
        etag: headers.get('etag'),
        retryAfterS: Number(headers.get('retry-after')),
      };
    } catch {
      return { status: 0, payload: {} };
    } finally {
      platform.clearTimeout(timer);
    }
  };
}
