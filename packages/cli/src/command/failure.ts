/** How the command ends. Documented in README.md and --help. */
export const exitCodes = { done: 0, checkFailed: 1, usage: 2, service: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What ends the command with a message for people; anything else that is thrown is a fault of ours. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
