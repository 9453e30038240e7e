import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { Failure, exitCodes } from '../command/failure.ts';

/** Runs git in one folder. It writes nothing, asks for no password, and starts no other program. */
export interface Git {
  readonly folder: string;
  /** Returns the output; throws a Failure with the message of git. */
  run(...args: string[]): Buffer;
  /** Returns the output as trimmed text; undefined if git fails. */
  ask(...args: string[]): string | undefined;
  /** Runs git with `input` as its standard input. */
  feed(input: Buffer, ...args: string[]): Buffer;
  /** Returns a git with more settings, which have precedence over all files. */
  withSettings(settings: Settings): Git;
}

export type Environment = Readonly<Record<string, string | undefined>>;
type Settings = readonly (readonly [name: string, value: string])[];

/**
 * The configuration in a repository belongs to whoever made it, and git runs the programs that it names. An empty core.fsmonitor is none
 * for every version of git; older ones would run a program called `false`. Filters are in changed-files.ts.
 */
const safeSettings: Settings = [
  ['core.fsmonitor', ''],
  ['core.hooksPath', '/dev/null'],
  ['core.attributesFile', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.askPass', ''],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['submodule.recurse', 'false'],
  // A bare repository in a folder of this one, with a configuration of its own.
  ['safe.bareRepository', 'explicit'],
];

const safeEnvironment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  // A partial clone would fetch what it lacks, by a program that its configuration names. Versions before 2.45 know only the second.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
} as const;

/** A configuration can make git wait, on a pipe for example. The largest repositories need less than a minute. */
const maxMs = 5 * 60_000;

export function createGit(folder: string, env: Environment, settings: Settings = safeSettings): Git {
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const spawn = (args: readonly string[], input?: Buffer) =>
    spawnSync('git', ['-C', folder, '--no-optional-locks', '--no-pager', ...options, ...args], {
      // Windows would look for git in the working directory first, which is the repository's.
      cwd: dirname(process.execPath),
      env: { ...env, ...safeEnvironment },
      maxBuffer: 4 * 1024 ** 3,
      timeout: maxMs,
      killSignal: 'SIGKILL',
      ...(input === undefined ? {} : { input }),
    });
  const run = (args: readonly string[], input?: Buffer): Buffer => {
    const { error, status, stdout, stderr } = spawn(args, input);
    if (error !== undefined) throw new Failure(exitCodes.usage, describeStartError(error));
    if (status === 0) return stdout;
    throw new Failure(exitCodes.usage, `git ${args[0]} failed: ${stderr.toString('utf8').trim()}`);
  };
  return {
    folder,
    run: (...args) => run(args),
    feed: (input, ...args) => run(args, input),
    ask(...args) {
      const { error, status, stdout } = spawn(args);
      return error === undefined && status === 0 ? stdout.toString('utf8').trim() : undefined;
    },
    withSettings: (more) => createGit(folder, env, [...settings, ...more]),
  };
}

function describeStartError(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'git is not installed.';
  if (code === 'ETIMEDOUT') return `git took longer than ${maxMs / 60_000} minutes.`;
  return `Can't run git: ${error.message}`;
}
