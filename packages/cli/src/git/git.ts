import { spawnSync } from 'node:child_process';
import { Failure, exitCodes } from '../command/failure.ts';

/** Runs git in one folder. It writes nothing, asks for no password and starts no pager. */
export interface Git {
  readonly folder: string;
  /** Returns the output; throws a Failure with the message of git. */
  run(...args: string[]): Buffer;
  /** Returns the output as trimmed text; undefined if git fails. */
  ask(...args: string[]): string | undefined;
  /** Runs git with `input` as its standard input. */
  feed(input: Buffer, ...args: string[]): Buffer;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function createGit(folder: string, env: Environment): Git {
  const spawn = (args: readonly string[], input?: Buffer) =>
    spawnSync('git', ['--no-optional-locks', ...args], {
      cwd: folder,
      env: { ...env, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
      maxBuffer: 4 * 1024 ** 3,
      ...(input === undefined ? {} : { input }),
    });
  const run = (args: readonly string[], input?: Buffer): Buffer => {
    const { error, status, stdout, stderr } = spawn(args, input);
    if (error !== undefined) throw new Failure(exitCodes.usage, describeStartError(error));
    if (status === 0) return stdout;
    throw new Failure(exitCodes.usage, `git ${args[0]} failed: ${explain(stderr.toString('utf8').trim())}`);
  };
  return {
    folder,
    run: (...args) => run(args),
    feed: (input, ...args) => run(args, input),
    ask(...args) {
      const { error, status, stdout } = spawn(args);
      return error === undefined && status === 0 ? stdout.toString('utf8').trim() : undefined;
    },
  };
}

function describeStartError(error: Error): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'git is not installed, or the folder does not exist.'
    : `git could not be run: ${error.message}`;
}

function explain(message: string): string {
  if (!message.includes('dubious ownership')) return message;
  return `${message}\nIn a container: git config --global --add safe.directory "$PWD"`;
}
