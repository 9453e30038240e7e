import type { Store } from './evaluations/store.ts';
import type { Listeners } from './listeners.ts';
import type { Platform } from './platform.ts';
import type { ClientOptions } from './public/options.ts';
import type { Report } from './report.ts';

/** The dependencies that all parts of a client share. */
export interface ClientContext {
  readonly platform: Platform;
  readonly options: ClientOptions;
  readonly listeners: Listeners;
  readonly store: Store;
  readonly report: Report;
  /** Runs code of the application. Reports what it throws, with `message` in front. */
  readonly runGuarded: (run: () => void, message?: string) => void;
  /** Sets a timer. Timers reach 24.8 days: a longer delay ends sooner. */
  readonly schedule: (run: () => void, ms: number) => unknown;
  readonly timeoutMs: number;
}
