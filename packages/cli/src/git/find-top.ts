import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure, exitCodes } from '../command/failure.ts';
import { findUpwards, realPath } from '../files/inside.ts';
import { createGit, type Environment } from './git.ts';

/**
 * Finds the working tree's top folder, and the path of the index; undefined outside of a repository. Throws a Failure with git's message.
 */
export function findTop(folder: string, env: Environment): { readonly top: string; readonly index: string } {
  const own = findRepository(folder, env);
  const [top = '', index = ''] = createGit(folder, env)
    .run('rev-parse', '--show-toplevel', '--git-path', 'index')
    .toString('utf8')
    .split(/\r?\n/);
  if (top === '') throw new Failure(exitCodes.usage, 'This repository has no working tree to scan.');
  if (own !== undefined && realPath(top) !== realPath(own))
    throw new Failure(
      exitCodes.usage,
      `This repository's configuration (core.worktree) names another working tree: ${top}. To scan it, set GIT_WORK_TREE.`,
    );
  return { top, index: resolve(folder, index) };
}

/** Finds the top folder for commands that need no repository: undefined outside of one. */
export function askForTop(folder: string, env: Environment): string | undefined {
  return findRepository(folder, env) === undefined && env['GIT_DIR'] === undefined
    ? undefined
    : findTop(folder, env).top;
}

/** Returns the folder that git will find; undefined if the environment names another, or there is none. */
function findRepository(folder: string, env: Environment): string | undefined {
  if (env['GIT_DIR'] !== undefined || env['GIT_WORK_TREE'] !== undefined) return undefined;
  const found = findUpwards(
    folder,
    (at) => lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined,
  );
  if (found !== undefined) refuseOddFiles(join(found, '.git'));
  return found;
}

/** Files of a repository that git reads to their end. */
const files = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'index',
  'packed-refs',
  'info/attributes',
  'shallow',
];

/** Throws for a pipe or a device in place of a file of git, which would make git wait. */
function refuseOddFiles(entry: string): void {
  const gitFolder = folderOf(entry);
  if (gitFolder === undefined) return;
  for (const name of files) requireFile(join(gitFolder, name));
  const common = readShort(join(gitFolder, 'commondir'));
  if (common === undefined) return;
  for (const name of files) requireFile(join(resolve(gitFolder, common), name));
}

/** Returns the git folder. `.git` is a folder or, in a worktree and in a submodule, a file that names it. */
function folderOf(entry: string): string | undefined {
  if (statSync(entry, { throwIfNoEntry: false })?.isDirectory() === true) return entry;
  requireFile(entry);
  const path = /^gitdir: (.*)$/m.exec(readShort(entry) ?? '')?.[1];
  return path === undefined ? undefined : resolve(dirname(entry), path);
}

function requireFile(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile())
    throw new Failure(exitCodes.usage, `${path} is not a regular file: this repository is damaged.`);
}

const maxPathBytes = 64 * 1024;

function readShort(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > maxPathBytes) return undefined;
  return readFileSync(path, 'utf8').trimEnd();
}
