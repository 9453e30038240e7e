import { normaliseKey } from '@bunting/sdk-core';
import type { ClientContext } from './client-context.ts';
import { createRequestGate, type RequestGate, type KeyRefusal } from './requests/request-gate.ts';
import { createPost, type Post } from './requests/post.ts';
import { createReadCounts, type ReadCounts } from './evaluations/read-counts.ts';
import type { ClientState } from './evaluations/client-state.ts';

/** The dependencies of the parts that send requests. */
export interface RequestContext extends ClientContext {
  readonly state: ClientState;
  /** Returns the URL of a path, with the key and the rest of the query. */
  readonly getUrl: (path: string, query?: string) => string;
  readonly post: Post;
  /** Shared by all requests. */
  readonly keyRefusal: KeyRefusal;
  /** The gate of evaluations. */
  readonly gate: RequestGate;
  readonly readCounts: ReadCounts;
  /** The requested variables, in lower case; undefined = all. */
  readonly keys: readonly string[] | undefined;
  /** False = requests are sent only when the application asks for them. */
  readonly isLive: boolean;
}

export function createRequestContext(context: ClientContext, state: ClientState): RequestContext {
  const { platform, options, store } = context;
  const { fetch = platform.fetch, keys, key, updates, offline } = options;
  const url = options.url.replace(/\/+$/, '');
  const keyRefusal = { until: offline ? Infinity : 0 };
  return {
    ...context,
    state,
    getUrl: (path, query = '') => `${url}${path}?key=${key}${query}`,
    post: createPost(context, fetch),
    keyRefusal,
    gate: createRequestGate(keyRefusal),
    readCounts: createReadCounts(store),
    keys: keys?.map(normaliseKey),
    isLive: updates !== 'hold' && !offline,
  };
}
