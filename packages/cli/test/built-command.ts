import { execFile, type ExecFileException } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '@bunting/testing';
import type { Ran } from './run-bunting.ts';
import type { TemporaryRepository } from './temporary-repository.ts';

export const packageFolder = fileURLToPath(new URL('..', import.meta.url));
export const builtCommand = fileURLToPath(new URL('../dist/bunting-command.js', import.meta.url));

/** Runs the built command in a process. */
export async function runBuilt(
  repository: Pick<TemporaryRepository, 'folder' | 'env'>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  await ensureBuilt();
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtCommand, ...args],
      { cwd: repository.folder, env: { ...repository.env, ...env }, maxBuffer: 1e9 },
      (error: ExecFileException | null, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}
