import { once } from 'node:events';
import { withTimeout } from '@bunting/async';
import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** The two levels of a logger that packages write to; a pino logger has them. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The levels of the log, the most talkative first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
/** One of `logLevels`. */
export type LogLevel = (typeof logLevels)[number];

/** Writes JSON lines to standard output, or to `destination`. */
export function createLogger(options: {
  service: string;
  level: LogLevel;
  destination?: DestinationStream;
}): Logger {
  const { service, level, destination } = options;
  const settings = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

/** The time that `endLog` waits for a reader of standard output. */
const endTimeoutMs = 1_000;

/**
 * Ends a log on standard output. Resolves when all lines are written, or after a second when nobody reads them; lines that come
 * afterwards, of work that was still under way, are dropped. Lines are written in the background: `process.exit` without this can
 * lose the line that is being written, or put it behind the lines after it.
 */
export async function endLog(log: Logger): Promise<void> {
  const destination = (log as unknown as Record<symbol, ReturnType<typeof pino.destination>>)[
    pino.symbols.streamSym
  ];
  if (!destination) return;
  const closed = once(destination, 'close');
  // It would throw once it has ended, in whatever logs the line.
  destination.write = () => true;
  destination.end();
  await withTimeout(closed, endTimeoutMs, 'Standard output').catch(() => undefined);
}
