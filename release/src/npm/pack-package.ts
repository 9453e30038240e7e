import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@bunting/embedded-servers';
import type { ReleaseContext } from '../context.ts';
import { runProgram } from '../run-program.ts';
import { makeLinksAbsolute } from '../make-links-absolute.ts';
import { toPublishedManifest, type Manifest } from './published-manifest.ts';

/** Packs a package of the workspace into `destination` as it is published: with the names of release.json, and its dependencies inside. */
export async function packPackage(
  folder: string,
  destination: string,
  context: ReleaseContext,
): Promise<void> {
  const { source, makeFolder, names, version } = context;
  const from = join(source, folder);
  const stage = makeFolder();
  for (const name of ['dist', 'package.json', 'README.md', 'LICENSE', 'LICENSES.md']) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(stage, name), { recursive: true });
  }
  const manifest = readManifest(stage);
  const dependencies = Object.keys(manifest.dependencies ?? {});
  for (const name of dependencies)
    copyDependency(join(from, 'node_modules', name), join(stage, 'node_modules', name));
  const published = toPublishedManifest(manifest, { folder, version, names });
  if (dependencies.length > 0) published['bundleDependencies'] = dependencies;
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  const readme = join(stage, 'README.md');
  writeFileSync(readme, makeLinksAbsolute(readFileSync(readme, 'utf8'), { folder, version, names }));
  await pack(stage, destination, context);
}

/** Runs `npm pack`, which writes the same bytes for the same files: it sorts them, and gives them one time. */
export async function pack(stage: string, destination: string, { env }: ReleaseContext): Promise<void> {
  await runProgram('npm', ['pack', '--ignore-scripts', '--pack-destination', destination], {
    cwd: stage,
    env,
  });
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Copies a dependency as pnpm installed it by the hashes in pnpm-lock.yaml. */
function copyDependency(link: string, to: string): void {
  const more = Object.keys(readManifest(link).dependencies ?? {});
  if (more.length > 0)
    throw new Failure(`${link} has dependencies of its own, which would be missing: ${more.join(', ')}.`);
  cpSync(realpathSync(link), to, { recursive: true });
}
