import type { Environment } from '../git/git.ts';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** All that a command reads of the world besides files, git and the network. */
export interface Context {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly folder: string;
  /** Results. */
  readonly stdout: Output;
  /** Everything else: progress, notes, what went wrong. */
  readonly stderr: Output;
  readonly version: string;
}

/** Names of files come from a repository and messages from a service: neither may steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(
    /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function say(context: Context, text: string): void {
  context.stderr.write(`${printable(text)}\n`);
}
