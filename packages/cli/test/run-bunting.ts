import { run } from '../src/command/run.ts';
import type { TemporaryRepository } from './temporary-repository.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in this process, with the folder and environment of a repository. */
export async function runBunting(
  repository: Pick<TemporaryRepository, 'folder' | 'env'>,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const code = await run({
    argv: args,
    env: { ...repository.env, ...env },
    folder: repository.folder,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    version: '1.2.3',
  });
  return { code, stdout, stderr };
}
