import { mkdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { Failure } from '../../local/progress.mjs';
import { buildah } from './buildah.mjs';

/** Stores the images of a trial in .images, separate from this machine's images, with the first driver that works there. */
export function useOwnStorage() {
  const folder = join(root, '.images');
  mkdirSync(folder, { recursive: true });
  process.env.CONTAINERS_STORAGE_CONF = join(folder, 'storage.conf');
  const works = (driver) => {
    const lines = [`driver = "${driver}"`, `graphroot = "${folder}/storage"`, `runroot = "${folder}/run"`];
    writeFileSync(process.env.CONTAINERS_STORAGE_CONF, `[storage]\n${lines.join('\n')}\n`);
    return spawnSync('buildah', ['info'], { stdio: 'ignore' }).status === 0;
  };
  if (!['overlay', 'vfs'].some(works)) throw new Failure(`buildah cannot keep images in ${folder}.`);
}

/** Removes what earlier builds left, except layers that the next build can use. */
export async function tidyStorage() {
  await buildah('rmi', '--prune');
}
