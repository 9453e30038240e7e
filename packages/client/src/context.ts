import type { ClientOptions } from './public/options.ts';
import type { Limiter } from './limiter.ts';
import type { Listeners } from './listeners.ts';
import type { Post } from './post.ts';
import type { Reads } from './reads.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';
import type { Store } from './store.ts';

/** What all parts of a client have in common. */
export interface Base {
  readonly scope: Scope;
  readonly options: ClientOptions;
  readonly listeners: Listeners;
  readonly store: Store;
  readonly report: Report;
  readonly timeoutMs: number;
}

/** What the parts have in common that speak with the service. */
export interface Context extends Base {
  readonly session: Session;
  /** The address of a path, with the key and the rest of the query. */
  readonly addressOf: (path: string, query?: string) => string;
  readonly post: Post;
  /** Of evaluations. */
  readonly limiter: Limiter;
  readonly reads: Reads;
  /** The variables that are asked for, in lower case; undefined = all. */
  readonly keys: readonly string[] | undefined;
  /** Whether the service may be asked without the application's wish. */
  readonly isLive: boolean;
}
