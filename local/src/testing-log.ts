import { createLogger, type Logger } from '@bunting/http';

export type LogLine = Record<string, unknown>;

/** A service's log, at every level, and what was logged. */
export function createTestLog(service: string): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  return { log: createLogger({ service, level: 'debug', destination }), lines };
}
