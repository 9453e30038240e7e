/** What this package needs of a logger; pino's has it. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}
