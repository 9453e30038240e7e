import { spawnSync } from 'node:child_process';
import { Failure, exitCodes } from '../command/failure.ts';

/** Runs git in one folder. Nothing it does writes, asks for a password or starts a pager. */
export interface Git {
  readonly folder: string;
  /** What it printed; throws a Failure that repeats what git said. */
  run(...args: string[]): Buffer;
  /** As `run`, as a trimmed text; undefined when git refuses. */
  ask(...args: string[]): string | undefined;
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
    if (error !== undefined) throw new Failure(exitCodes.usage, unstarted(error));
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

function unstarted(error: Error): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'git is not installed, or the folder does not exist.'
    : `git could not be run: ${error.message}`;
}

function explain(said: string): string {
  if (!said.includes('dubious ownership')) return said;
  return `${said}\nIn a container: git config --global --add safe.directory "$PWD"`;
}
