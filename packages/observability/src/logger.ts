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
