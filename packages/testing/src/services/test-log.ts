import { createLogger, type Logger } from '@bunting/observability';
import { keepLog } from './recorded-logs.ts';

/** A line of the log, parsed. */
export type LogLine = Record<string, unknown>;

/** Creates a log for a service in this process, with all levels. `lines` gets every line that is logged. */
export function createTestLog(service: string): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => {
    lines.push(JSON.parse(line) as LogLine);
    keepLog(`${service}-in-${process.pid}`, line);
  };
  const destination = { write };
  return { log: createLogger({ service, level: 'debug', destination }), lines };
}
