import type { Base } from './base.ts';
import { createLimiter, type Limiter, type Refusal } from './requests/limiter.ts';
import { createPost, type Post } from './requests/post.ts';
import { createReads, type Reads } from './evaluations/reads.ts';
import type { Session } from './evaluations/session.ts';
import { nameOf } from './evaluations/values.ts';

/** What the parts have in common that speak with the service. */
export interface Context extends Base {
  readonly session: Session;
  /** The address of a path, with the key and the rest of the query. */
  readonly addressOf: (path: string, query?: string) => string;
  readonly post: Post;
  /** Of the key, for all requests. */
  readonly refusal: Refusal;
  /** Of evaluations. */
  readonly limiter: Limiter;
  readonly reads: Reads;
  /** The variables that are asked for, in lower case; undefined = all. */
  readonly keys: readonly string[] | undefined;
  /** Whether the service may be asked without the application's wish. */
  readonly isLive: boolean;
}

export function createContext(base: Base, session: Session): Context {
  const { scope, options, store } = base;
  const { fetch = scope.fetch, keys, key, updates, offline } = options;
  const url = options.url.replace(/\/+$/, '');
  const refusal = { until: offline ? Infinity : 0 };
  return {
    ...base,
    session,
    addressOf: (path, query = '') => `${url}${path}?key=${key}${query}`,
    post: createPost(base, fetch),
    refusal,
    limiter: createLimiter(refusal),
    reads: createReads(store),
    keys: keys?.map(nameOf),
    isLive: updates !== 'hold' && !offline,
  };
}
