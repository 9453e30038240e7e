import { createLogger, type Logger } from '@bunting/observability';
import { keepLog } from './recorded-logs.ts';

/** A line of the log, parsed. */
export type LogLine = Record<string, unknown>;

/** A service's log, at every level, and what was logged. */
export function createTestLog(service: string): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => {
    lines.push(JSON.parse(line) as LogLine);
    keepLog(`${service}-in-${process.pid}`, line);
  };
  const destination = { write };
  return { log: createLogger({ service, level: 'debug', destination }), lines };
}
