import type { ClientOptions } from './public/options.ts';
import type { Listeners } from './listeners.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import type { Store } from './evaluations/store.ts';

/** What all parts of a client have in common. */
export interface Base {
  readonly scope: Scope;
  readonly options: ClientOptions;
  readonly listeners: Listeners;
  readonly store: Store;
  readonly report: Report;
  /** Runs what an application gave. What it throws is reported, after `what`. */
  readonly attempt: (run: () => void, what?: string) => void;
  /** Sets a timer. One that is further away than timers reach (24.8 days) ends sooner. */
  readonly later: (run: () => void, ms: number) => unknown;
  readonly timeoutMs: number;
}
