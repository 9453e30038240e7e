import type { Log } from '@bunting/observability';
import { DatafileTooLarge } from '../read/datafile-errors.ts';

/** Environments that do not fit into memory alone, so that not each request reads one in vain. */
export interface TooLargeEnvironments {
  /** Remembers the environment, and logs it, if that is what the error says. */
  note(environmentId: string, error: unknown): void;
  /** Throws the error of an environment that was too large a moment ago. */
  refuse(environmentId: string): void;
  /** Removes an environment that has changed and may fit now. */
  forget(environmentId: string): void;
}

const rememberedMs = 60_000;
const maxRemembered = 10_000;

/** Creates the list. `now` returns milliseconds since 1970. */
export function createTooLargeEnvironments(options: {
  now: () => number;
  log: Log;
  onRefused: () => void;
}): TooLargeEnvironments {
  const { now, log, onRefused } = options;
  const refused = new Map<string, { readonly error: DatafileTooLarge; readonly until: number }>();
  return {
    note(environmentId, error) {
      if (!(error instanceof DatafileTooLarge)) return;
      if (refused.get(environmentId)?.error === error) return;
      if (refused.size >= maxRemembered) refused.clear();
      refused.set(environmentId, { error, until: now() + rememberedMs });
      onRefused();
      log.warn(
        { environment: environmentId, reason: error.message },
        "An environment doesn't fit into memory and isn't served: raise ENVIRONMENT_CACHE_BYTES and the process's memory, or reduce the environment",
      );
    },
    refuse(environmentId) {
      const known = refused.get(environmentId);
      if (known === undefined) return;
      if (now() >= known.until) {
        refused.delete(environmentId);
        return;
      }
      onRefused();
      throw known.error;
    },
    forget: (environmentId) => void refused.delete(environmentId),
  };
}
