import type { Base } from '../base.ts';
import { isEvaluations } from '../evaluations/is-evaluations.ts';
import type { Fetch } from '../public/options.ts';
import type { Aborter } from '../scope.ts';

/** What the service answered. */
export interface Answer {
  /**
   * 200 = good (304 and 202, too), 400 = it never accepts this (413, too), 401 = key or organisation are refused (403, too),
   * 403 = the month's users are exceeded, 429. Anything else: nobody is there who can answer; 0 = nothing that can be read.
   */
  readonly status: number;
  /** The body, if it is an object. */
  readonly json: AnswerBody;
  readonly etag?: string | null;
  /** 0 = it does not say. */
  readonly retryAfterS?: number;
}

/** As much of a body as tells a good answer from a page of somebody else. */
export interface AnswerBody {
  readonly code?: string;
  readonly results?: object;
  readonly accepted?: number;
}

export type Post = (
  address: string,
  body: object,
  /** Ends the request early. */
  aborter?: Aborter,
  /** Whether it goes on when the page has ended. */
  keepalive?: boolean,
  mostMs?: number,
) => Promise<Answer>;

/** Posts text, with the key in the address: a browser sends it without asking first (no preflight). Never rejects. */
export function createPost({ scope, later, timeoutMs }: Base, fetch: Fetch | undefined): Post {
  return async (
    address,
    body,
    aborter = new scope.AbortController(),
    keepalive = false,
    mostMs = timeoutMs,
  ) => {
    const timer = later(() => aborter.abort(), Math.min(mostMs, timeoutMs));
    try {
      const answer = await fetch!(address, {
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
        json,
        etag: headers.get('etag'),
        retryAfterS: Number(headers.get('retry-after')),
      };
    } catch {
      return { status: 0, json: {} };
    } finally {
      scope.clearTimeout(timer);
    }
  };
}
