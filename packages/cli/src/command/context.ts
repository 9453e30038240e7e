import type { Environment } from '../git/git.ts';
import { printable } from '../report/printable.ts';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The parts of a process that a command uses, besides files, git and the network. */
export interface Context {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly folder: string;
  /** For results. */
  readonly stdout: Output;
  /** For progress, notes and errors. */
  readonly stderr: Output;
  readonly version: string;
}

/** Returns the value of an environment variable, trimmed; undefined if it is blank or not set. */
export function readVariable(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

/** Prints one line to standard error. */
export function say(context: Context, text: string): void {
  context.stderr.write(`${printable(text)}\n`);
}
