import { Failure } from '@bunting/embedded-servers';
import { runProgram } from './run-program.ts';

export interface Commit {
  readonly hash: string;
  /** In seconds since 1970. */
  readonly epochS: number;
}

/** Returns the commit that is checked out. Throws a Failure if files differ from it, or if the version belongs to another commit. */
export async function readCommit(root: string, version: string, env: NodeJS.ProcessEnv): Promise<Commit> {
  const git = (...args: string[]) =>
    runProgram('git', args, { cwd: root, env, failure: 'A release needs a clone of the Git repository.' });
  const changes = (await git('status', '--porcelain')).split('\n').filter(Boolean);
  if (changes.length > 0)
    throw new Failure(
      `The working tree has changes, such as in ${changes[0]!.slice(3)}: commit or stash them.`,
    );
  const [hash, time] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
  const tag = `v${version}`;
  const tagged = (await git('tag', '--list', tag, '--format=%(*objectname) %(objectname)')).trim();
  if (tagged !== '' && !tagged.split(' ').includes(hash!))
    throw new Failure(
      `Version ${version} exists: the tag ${tag} is at another commit. Choose a higher version.`,
    );
  return { hash: hash!, epochS: Number(time) };
}

/** Copies the files of the commit to an empty folder. They have the time of the commit. */
export async function copyCommit(
  root: string,
  folder: string,
  commit: Commit,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const archive = `${folder}.tar`;
  await runProgram('git', ['archive', '--format=tar', `--output=${archive}`, commit.hash], {
    cwd: root,
    env,
  });
  await runProgram('tar', ['-xf', archive, '-C', folder], { cwd: root, env });
}
