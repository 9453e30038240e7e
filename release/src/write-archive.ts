import { renameSync } from 'node:fs';
import type { ReleaseContext } from './context.ts';
import { runProgram } from './run-program.ts';

/** Writes a folder as a .tar.gz. The same files give the same bytes: their order, times, owner and modes do not depend on the machine. */
export async function writeArchive(
  { parent, folder, file }: { parent: string; folder: string; file: string },
  { env, epochS }: Pick<ReleaseContext, 'env' | 'epochS'>,
): Promise<void> {
  const tar = file.replace(/\.(tgz|tar\.gz)$/, '.tar');
  const order = [`--mtime=@${epochS}`, '--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  const args = ['--create', '--format=ustar', '--mode=u=rwX,go=rX', ...order, '--file', tar, folder];
  const failure = 'Writing an archive failed, which needs GNU tar and gzip: see above.';
  await runProgram('tar', args, { cwd: parent, env, failure });
  await runProgram('gzip', ['--best', '--no-name', tar], { cwd: parent, env, failure });
  renameSync(`${tar}.gz`, file);
}
