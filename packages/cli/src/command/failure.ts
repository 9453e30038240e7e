/** The exit codes, which README.md and --help document. */
export const exitCodes = { done: 0, checkFailed: 1, usage: 2, service: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with a message for people. Any other error is a bug in the command. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
