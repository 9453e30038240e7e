import type { Log } from '@bunting/observability';

/** Says once that something fails and once that it works again, however often it is tried in between. */
export interface FailureLog {
  failed(doing: string, error: unknown): void;
  worked(doing: string): void;
}

export function createFailureLog(log: Log): FailureLog {
  const failing = new Set<string>();
  return {
    failed(doing, error) {
      if (failing.has(doing)) return;
      failing.add(doing);
      log.warn({ reason: reasonOf(error) }, `${doing} failed; it is tried again`);
    },
    worked(doing) {
      if (failing.delete(doing)) log.info({}, `${doing} works again`);
    },
  };
}

/** That a server is away is news of one line. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
