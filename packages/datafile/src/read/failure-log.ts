import type { Log } from '@bunting/observability';

/** Logs the first failure of an action and its first success afterwards, and nothing in between. */
export interface FailureLog {
  failed(action: string, error: unknown): void;
  succeeded(action: string): void;
}

export function createFailureLog(log: Log): FailureLog {
  const failing = new Set<string>();
  return {
    failed(action, error) {
      if (failing.has(action)) return;
      failing.add(action);
      log.warn({ reason: reasonOf(error) }, `${action} failed; retrying`);
    },
    succeeded(action) {
      if (failing.delete(action)) log.info({}, `${action} succeeded again`);
    },
  };
}

/** Returns only the message: a stack says nothing about an unavailable server. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
